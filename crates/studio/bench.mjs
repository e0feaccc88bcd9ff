// Simulations per second of the native engine and of the WebAssembly modules, in one
// run: node crates/studio/bench.mjs SITE ASK. ASK is the native example `ask`.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [site, ask] = process.argv.slice(2);
const modules = JSON.parse(readFileSync(`${site}/engine/games.json`, 'utf8'));
/** Strategy, and simulations or nodes, of each game. */
const work = {
  tictactoe: [['uct:solver=off', 300_000]],
  othello: [['uct', 30_000], ['champion', 2_000_000]],
  connect4: [['uct', 100_000], ['champion', 40_000]],
  'connect4-7x6': [['uct', 100_000]],
  nogo: [['uct', 30_000], ['champion', 8_000]],
};

/** @param {string} name */
async function load(name) {
  const module = await import(pathToFileURL(resolve(`${site}/engine/${name}.js`)).href);
  module.initSync({ module: readFileSync(`${site}/engine/${name}_bg.wasm`) });
  return module;
}

const request = (spec, count) =>
  JSON.stringify({ do: 'think', at: { start: 'start' }, spec, limit: { count }, purpose: 'play' });
const rate = (reply) => {
  const { ok, error } = JSON.parse(reply);
  if (error) throw new Error(error);
  return { rate: (ok.simulations || ok.nodes) / ok.ms * 1000, same: `${ok.chosen.move} ${ok.value} ${ok.nodes}` };
};

console.log('| game | strategy | native | plain | simd128 | simd128 / native | same result |');
console.log('|---|---|---|---|---|---|---|');
for (const [game, rows] of Object.entries(work)) {
  for (const [spec, count] of rows) {
    const line = request(spec, count);
    const best = { native: 0, plain: 0, simd: 0 };
    const seen = new Set();
    // Turn by turn, so that a loaded machine is loaded for all of them.
    for (let round = 0; round < 3; round++) {
      const native = rate(spawnSync(ask, [game], { input: line + '\n' }).stdout.toString());
      const plain = rate(new (await load(modules[game])).Desk(game).ask(line, () => {}));
      const simd = rate(new (await load(`${modules[game]}-simd`)).Desk(game).ask(line, () => {}));
      for (const [form, found] of Object.entries({ native, plain, simd })) {
        best[form] = Math.max(best[form], found.rate);
        seen.add(found.same);
      }
    }
    const k = (number) => `${Math.round(number / 1000)} k`;
    const part = `${Math.round(100 * best.simd / best.native)} %`;
    console.log(`| ${game} | ${spec} | ${k(best.native)} | ${k(best.plain)} | ${k(best.simd)} | ${part} | ${seen.size === 1 ? 'yes' : [...seen].join(' / ')} |`);
  }
}
