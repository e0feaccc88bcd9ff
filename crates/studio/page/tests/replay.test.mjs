// Replay: files of judges, of other games, many games, and out again.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { arena, fixture, open, status, withBrowser } from './page.mjs';
import { scratch } from './studio.mjs';

withBrowser();

const load = async (page, file) => {
  await page.setInputFiles('[data-replay="file"]', fixture(`records/${file}`));
  await page.waitForSelector('[data-replay="loaded"]');
};

test('a match of Botzone is read and stepped through', async () => {
  const page = await open('#game=othello&tab=replay');
  await load(page, 'botzone-reversi.json');
  const text = await page.locator('[data-replay="loaded"]').innerText();
  const moves = Number(/(\d+) moves/.exec(text)[1]);
  assert.ok(moves >= 50, text);
  await page.click('[data-step="last.ply"]');
  await page.waitForSelector(`svg.board[data-ply="${moves}"][data-over="true"]`);
  assert.match(await status(page), /wins|Draw/);
  await page.keyboard.press('ArrowLeft');
  await page.waitForSelector(`svg.board[data-ply="${moves - 1}"]`);
});

test('a file of another game opens that game', async () => {
  const page = await open('#game=tictactoe&tab=replay');
  await load(page, 'nogo.sgf');
  assert.equal(await page.locator('[data-game]').inputValue(), 'nogo');
  assert.match(
    await page.locator('[data-replay="loaded"]').innerText(),
    /Left against Right \[old\], 4 moves/,
  );
  await load(page, 'saiblo.json');
  await page.waitForFunction(
    () =>
      document.querySelector('[data-game]')?.value === 'connect4' &&
      document.querySelector('[data-replay="loaded"]'),
  );
});

test('moves that another game has, too, are of the game in which they are a whole game', async () => {
  const page = await open('#game=nogo&tab=replay');
  for (const [file, game] of [
    ['othello-transcripts.txt', 'othello'],
    ['connect4-columns.txt', 'connect4'],
  ]) {
    await page.setInputFiles('[data-replay="file"]', fixture(`records/${file}`));
    await page.waitForFunction(
      (wanted) => document.querySelector('[data-game]')?.value === wanted && document.querySelector('[data-replay="loaded"]'),
      game,
    );
  }
});

test('a pasted GGF shows both players’ own values, and is written again', async () => {
  const page = await open('#game=othello&tab=replay');
  await page.fill('[data-replay="text"]', readFileSync(fixture('records/othello.ggf'), 'utf8'));
  await page.click('[data-replay="read"]');
  await page.waitForSelector('svg.graph .own-1');
  assert.ok((await page.locator('svg.graph .own-0').count()) > 10);
  await page.selectOption('[data-replay="format"]', 'transcript');
  await page.waitForFunction(() => /^[A-H][1-8]/i.test(document.querySelector('[data-replay="out"]').value));
  await page.selectOption('[data-replay="game"]', '1');
  await page.waitForFunction(
    () =>
      !/Loaded: champion against positional, 63/.test(
        document.querySelector('[data-replay="loaded"]').textContent,
      ),
  );
});

test('a log of the arena lists its games', async () => {
  const page = await open('#game=tictactoe&tab=replay');
  await load(page, 'arena-tictactoe.jsonl');
  assert.match(await page.locator('[data-replay="loaded"]').innerText(), /moves/);
});

test('a file is dropped anywhere on the page', async () => {
  const page = await open('#game=tictactoe&tab=play');
  const text = readFileSync(fixture('records/botzone-reversi.json'), 'utf8');
  const stopped = await page.evaluate((content) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([content], 'match.json'));
    const fire = (type) =>
      document.querySelector('header').dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    // The browser opens the file itself unless both are prevented.
    return [fire('dragover'), fire('drop')];
  }, text);
  assert.deepEqual(stopped, [false, false]);
  await page.waitForSelector('[data-replay="loaded"]');
  assert.equal(await page.locator('[data-game]').inputValue(), 'othello');
});

test('own values stand beside those of a review, each in its unit', async (context) => {
  const page = await open('#game=othello&tab=replay');
  const log = join(scratch(context), 'match.jsonl');
  arena('match', 'othello', 'uct', 'positional', '--nodes', '200', '--sims', '100', '--games', '2', '--log', log);
  await page.setInputFiles('[data-replay="file"]', log);
  await page.waitForSelector('[data-replay="loaded"]');
  await page.selectOption('[data-analyse="review-time"]', '50');
  await page.click('[data-analyse="review"]');
  // Stepping does not end the review.
  await page.click('[data-step="forward"]');
  await page.waitForFunction(() => document.querySelector('svg.graph .curve')?.getAttribute('d'));
  for (const own of ['own-0', 'own-1']) assert.ok((await page.locator(`svg.graph .${own}`).count()) > 10, own);
  assert.equal(await page.locator('svg.graph .axis.right').count(), 3, 'discs on the left, chances on the right');
  assert.match(await page.locator('.legend').innerText(), /scale on the right/);
});
