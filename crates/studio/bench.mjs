// Simulations (or nodes) per second of CPU time of the native engine and of the WebAssembly
// modules, in one run: node crates/studio/bench.mjs SITE ASK. ASK is the native example `ask`.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [site, ask] = process.argv.slice(2);
const modules = JSON.parse(readFileSync(`${site}/engine/games.json`, 'utf8'));
/** Strategy, and simulations or nodes, of each game. */
const work = {
  tictactoe: [['uct:solver=off', 2_000_000]],
  othello: [
    ['uct', 150_000],
    ['champion', 4_000_000],
  ],
  connect4: [
    ['uct', 400_000],
    ['champion', 150_000],
  ],
  'connect4-7x6': [['uct', 600_000]],
  nogo: [
    ['uct', 60_000],
    ['champion', 20_000],
  ],
};

/** @param {string} name */
async function load(name) {
  const module = await import(pathToFileURL(resolve(`${site}/engine/${name}.js`)).href);
  module.initSync({ module: readFileSync(`${site}/engine/${name}_bg.wasm`) });
  return module;
}

/** A first search lets the browser's compiler see the code; the page's engines are kept, too. */
async function inWasm(name, game, warm, line) {
  const { Desk } = await load(name);
  new Desk(game).ask(warm, () => {});
  const desk = new Desk(game);
  const before = process.cpuUsage();
  const reply = desk.ask(line, () => {});
  return rate(reply, process.cpuUsage(before).user / 1e6);
}

/** The shell measures the CPU time of a process. */
function inProcess(game, line) {
  const script = 'TIMEFORMAT=%U; time "$0" "$1"';
  const { stdout, stderr } = spawnSync('bash', ['-c', script, ask, game], { input: line + '\n' });
  return rate(stdout.toString(), Number(stderr.toString().trim().split('\n').at(-1)));
}

const request = (spec, count) =>
  JSON.stringify({ do: 'think', at: { start: 'start' }, spec, limit: { count }, purpose: 'play' });
const rate = (reply, seconds) => {
  const { ok, error } = JSON.parse(reply);
  if (error) throw new Error(error);
  return { rate: (ok.simulations || ok.nodes) / seconds, same: `${ok.chosen.move} ${ok.value} ${ok.nodes}` };
};

console.log('| game | strategy | native | plain | simd128 | simd128 / native | same result |');
console.log('|---|---|---|---|---|---|---|');
for (const [game, rows] of Object.entries(work)) {
  for (const [spec, count] of rows) {
    const line = request(spec, count);
    const warm = request(spec, Math.ceil(count / 4));
    const best = { native: 0, plain: 0, simd: 0 };
    const seen = new Set();
    // Turn by turn, so that a loaded machine is loaded for all of them.
    for (let round = 0; round < 3; round++) {
      const native = inProcess(game, line);
      const plain = await inWasm(modules[game], game, warm, line);
      const simd = await inWasm(`${modules[game]}-simd`, game, warm, line);
      for (const [form, found] of Object.entries({ native, plain, simd })) {
        best[form] = Math.max(best[form], found.rate);
        seen.add(found.same);
      }
    }
    const k = (number) => `${Math.round(number / 1000)} k`;
    const part = `${Math.round((100 * best.simd) / best.native)} %`;
    console.log(
      `| ${game} | ${spec} | ${k(best.native)} | ${k(best.plain)} | ${k(best.simd)} | ${part} | ${seen.size === 1 ? 'yes' : [...seen].join(' / ')} |`,
    );
  }
}
