// Screenshots of every tab: node tests/shots.mjs SITE OUT [name …]. With ALL=1 each is made in
// both languages and both themes, and not only in light English and dark Chinese.

import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from './browser.mjs';
import { ARENA } from './page.mjs';
import { serve } from './serve.mjs';

const [site, out, ...names] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
const { url, close } = await serve(site);
const browser = await launch();

// Matches need the local server, and logs.
const folder = mkdtempSync(join(tmpdir(), 'shots-'));
const play = (name, ...words) =>
  execFileSync(ARENA, [...words, '--seed', '7', '--log', join(folder, name)], { stdio: 'ignore' });
play('tuning.jsonl', 'tune', 'connect4-7x6', 'uct', '--param', 'c=0.3..2', '--steps', '40', '--pairs', '4', '--sims', '60');
play('tournament.jsonl', 'tournament', 'connect4-7x6', 'champion', 'uct', 'alphabeta', 'random', '--nodes', '300', '--games', '20');
play('test.jsonl', 'sprt', 'connect4-7x6', 'new=uct:c=0.9', 'old=uct:c=2.5', '--sims', '60', '--elo1', '60', '--games', '2000');
// A training of NoGo's network, as `learn` writes it: the curves fall and rise more and more slowly.
const rounds = [...Array(24).keys()].map((i) => {
  const [near, wave] = [Math.exp(-i / 7), 0.008 * Math.sin(i * 2.4)];
  const loss = [0.61 + 0.31 * near + wave, 2.35 + 1.75 * near + wave, 0.44 - 0.36 * near + wave];
  const fit = [loss[0] - 0.045, loss[1] - 0.14, loss[2] + 0.03];
  const numbers = [...loss, ...fit].map((value, at) => value.toFixed(at % 3 === 2 ? 3 : 4));
  const gate = Math.min(0.93, 0.51 + 0.4 * near + 4 * wave).toFixed(3);
  return [i + 1, 800, (57 - i / 9).toFixed(1), (0.5 + wave).toFixed(3), ...numbers, gate, 140 + ((i * 7) % 19)].join(',');
});
const head = 'round,games,plies,first_won,value,policy,hits,value_fit,policy_fit,hits_fit,gate,seconds';
writeFileSync(join(folder, 'rounds.csv'), `${[head, ...rounds].join('\n')}\n`);
const studio = spawn(ARENA, ['studio', 'logs'], { cwd: prepared(), stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, XDG_STATE_HOME: folder } });
const matches = await new Promise((resolve) => {
  studio.stdout.on('data', (data) => resolve(/http:\S+/.exec(String(data))?.[0]));
});

/** A folder in which the logs have the name `logs`. */
function prepared() {
  const home = mkdtempSync(join(tmpdir(), 'shots-home-'));
  execFileSync('mv', [folder, join(home, 'logs')]);
  process.on('exit', () => rmSync(home, { recursive: true, force: true }));
  return home;
}

const MOVES = 'f5.d6.c3.d3.c4.f4.c5.b3.c2.d2.e2.b4';
/** Name, address, what to do, and what to wait for. */
const SHOTS = {
  play: [`#game=othello&tab=play&moves=${MOVES}`],
  connect4: ['#game=connect4&tab=play&start=9x10-2,3&moves=5.5.6.6.4'],
  tictactoe: ['#game=tictactoe&tab=analyse&moves=b2.a1.c3'],
  nogo: ['#game=nogo&tab=analyse&moves=E5.C3.G7.D6.F4'],
  analyse: [
    `#game=othello&tab=analyse&moves=${MOVES}`,
    async (page) => {
      await page.selectOption('[data-analyse="review-time"]', '50');
      await page.click('[data-analyse="review"]');
      await page.waitForSelector('svg.graph .curve', { timeout: 60_000 });
      await page.click('[data-analyse="start"]');
      await page.waitForSelector('.value.best');
      await page.waitForTimeout(1500);
    },
  ],
  glass: [
    '#game=connect4-7x6&tab=glass&moves=4.4.3',
    async (page) => {
      await page.fill('[data-glass="speed"]', '5');
      await page.click('[data-glass="run"]');
      await page.waitForTimeout(1500);
      await page.click('[data-glass="run"]');
      await page.click('[data-glass="one"]');
      for (let i = 0; i < 3; i++) await page.click('[data-glass="step"]');
      await page.waitForTimeout(300);
    },
  ],
  two: [
    '#game=othello&tab=glass',
    async (page) => {
      await page.check('text=/Two searches|两个搜索/');
      await page.locator('[data-glass="bugs-2"] summary').click();
      await page.locator('[data-glass="bugs-2"] input').nth(2).check();
      await page.fill('[data-glass="speed"]', '6');
      await page.click('[data-glass="run"]');
      await page.waitForTimeout(1500);
      await page.click('[data-glass="run"]');
      await page.waitForTimeout(300);
    },
  ],
  matches: ['#game=connect4-7x6&tab=matches&log=test.jsonl', matched],
  tournament: ['#game=connect4-7x6&tab=matches&log=tournament.jsonl', matched],
  training: [
    '#game=nogo&tab=matches&log=rounds.csv',
    async (page) => {
      await page.waitForSelector('[data-curve="gate"]');
    },
  ],
  tuning: ['#game=connect4-7x6&tab=matches&log=tuning.jsonl', matched],
  start: [
    '#game=connect4-7x6&tab=matches&log=test.jsonl',
    async (page) => {
      await matched(page);
      await page.click('[data-matches="form"] summary');
    },
  ],
  replay: [
    '#game=othello&tab=replay',
    async (page) => {
      await page.setInputFiles(
        '[data-replay="file"]',
        new URL('../../../../fixtures/records/othello.ggf', import.meta.url).pathname,
      );
      await page.waitForSelector('[data-replay="loaded"]');
      await page.click('[data-ply="20"]');
    },
  ],
};
/** Waits until a contest is drawn. */
async function matched(page) {
  await page.waitForSelector('[data-contest="progress"]');
}

const LOOKS = [
  ['light', 'en'],
  ['dark', 'zh-CN'],
  ...(process.env.ALL
    ? [
        ['dark', 'en'],
        ['light', 'zh-CN'],
      ]
    : []),
];
const SIZES = { wide: { width: 1280, height: 860 }, small: { width: 375, height: 812 } };

for (const [name, [address, act]] of Object.entries(SHOTS)) {
  if (names.length && !names.includes(name)) continue;
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const [theme, locale] of LOOKS) {
      const context = await browser.newContext({
        viewport,
        locale,
        colorScheme: theme,
        deviceScaleFactor: 1,
      });
      const page = await context.newPage();
      page.on('pageerror', (error) => console.log(`${name}: ${error}`));
      page.on(
        'console',
        (message) => message.type() === 'error' && console.log(`${name}: ${message.text()}`),
      );
      await page.goto((address.includes('tab=matches') ? matches : url) + address);
      await page.waitForSelector('svg.board .cell', { state: 'attached', timeout: 60_000 });
      if (act) await act(page);
      else await page.waitForTimeout(1500);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wide > 0) console.log(`${name} ${size}: ${wide} px too wide`);
      await page.screenshot({ path: `${out}/${name}-${size}-${theme}${process.env.ALL ? `-${locale.slice(0, 2)}` : ''}.png`, fullPage: size === 'small' });
      await context.close();
    }
  }
}
await browser.close();
studio.kill();
close();
