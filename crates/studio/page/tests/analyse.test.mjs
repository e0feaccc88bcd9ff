// Analyse: values against `arena solve`, proofs, the review, and a stop that is immediate.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { arena, fixture, idle, open, withBrowser } from './page.mjs';

withBrowser();

const best = async (page) => (await page.locator('.result tr.best td').allInnerTexts()).join(' ');

test('the exact value of an Othello endgame is that of arena solve', async () => {
  const positions = readFileSync(fixture('othello-endgames.obf'), 'utf8')
    .trim()
    .split('\n')
    .slice(0, 3)
    .map((line) => line.split(';')[0]);
  for (const position of positions) {
    const solved = JSON.parse(arena('solve', 'othello', '--json', '--', position)).answers[0];
    const page = await open(`#${new URLSearchParams({ game: 'othello', tab: 'analyse', start: position })}`);
    await page.click('[data-analyse="solve"]');
    await page.waitForFunction(() => /^Solved/.test(document.querySelector('.status')?.textContent ?? ''));
    const sign = solved.score > 0 ? '\\+' : solved.score < 0 ? '−' : '';
    assert.match(await best(page), new RegExp(`${sign}${Math.abs(solved.score)} discs`), position);
  }
});

test('a win in n is that of arena solve', async () => {
  // After column 5 both ends of the row are open.
  const page = await open('#game=connect4-7x6&tab=analyse&moves=4.4.3.3');
  await idle(page);
  const solved = JSON.parse(arena('solve', 'connect4-7x6', '4433', '--json')).answers[0];
  assert.match(await best(page), new RegExp(`^${solved.best} .*wins in 3`));
  // The score counts the stones that are left: 22 less the winner's stones at the end.
  assert.equal(solved.score, 22 - (4 + 4) / 2);
  const tic = await open('#game=tictactoe&tab=analyse&start=xx.%2Foo.%2F...');
  await idle(tic);
  const { best: winning } = JSON.parse(arena('solve', 'tictactoe', 'xx./oo./...', '--json')).answers[0];
  assert.match(await best(tic), new RegExp(`^${winning} .*wins in 1`));
});

test('every legal move has a value on the board, and the line is shown as numbered stones', async () => {
  const page = await open('#game=othello&tab=analyse&moves=f5.d6');
  await page.selectOption('[data-analyse="time"]', '1000');
  await page.waitForSelector('.value.best');
  await idle(page);
  assert.equal(await page.locator('.value').count(), await page.locator('.cell.is-legal').count());
  await page.locator('[data-analyse="line"]').hover();
  await page.waitForSelector('.cell .number');
  assert.ok((await page.locator('.cell .number').count()) >= 3);
});

test('any move shows its line while the engine still thinks, from the table and from the board', async () => {
  // Alpha-beta and a tree search.
  for (const strategy of ['champion', 'uct']) {
    const page = await open('#game=othello&tab=analyse&moves=f5.d6');
    await page.selectOption('[data-analyse="strategy"]', strategy);
    await page.selectOption('[data-analyse="time"]', '0');
    await page.waitForFunction(() => document.querySelectorAll('.result tbody tr').length > 3);
    const second = page.locator('.result tbody tr').nth(1).locator('button');
    await second.focus();
    await page.waitForSelector('.cell .number >> nth=2');
    // The order of the moves changes while the engine thinks; the focus stays on its move.
    const move = await page.evaluate(() => document.activeElement.dataset.move);
    assert.equal(await page.locator(`.cell[aria-label^="${move},"] .number`).textContent(), '1', 'the line begins with the move');
    assert.equal(await page.locator('.panel').getAttribute('data-thinking'), 'true', strategy);
    await page.evaluate(() => document.activeElement.blur());
    await page.waitForSelector('.value.best');
    await page.locator('.cell.is-legal').last().hover();
    await page.waitForSelector('.cell .number >> nth=2');
    assert.equal(await page.locator('.panel').getAttribute('data-thinking'), 'true', strategy);
    await page.mouse.move(1, 1);
    await page.waitForSelector('.value.best');
    await page.close();
  }
});

test('the board shows value, visits and prior of each move', async () => {
  const page = await open('#game=nogo&tab=analyse&start=5x5');
  await page.selectOption('[data-analyse="time"]', '1000');
  // RAVE begins with an estimate of each move, PUCT with priors that add up to 1.
  for (const [strategy, name] of [
    ['champion', 'Estimate'],
    ['learned', 'Prior'],
  ]) {
    await page.selectOption('[data-analyse="strategy"]', strategy);
    await idle(page);
    const heads = await page.locator('.result th').allInnerTexts();
    assert.deepEqual(heads, ['Move', 'Value', 'Visits', name, 'Result'], strategy);
    const values = await page.locator('.cell .value').count();
    assert.ok(values > 3, `${values} moves have a value`);
    for (const part of ['detail', 'prior']) assert.equal(await page.locator(`.cell .${part}`).count(), values, part);
    assert.match(await page.locator('.cell:has(.value)').first().getAttribute('aria-label'), /legal, .*\d+[kM]? visits?/);
  }
});

test('a game that is over has nothing to analyse', async () => {
  const page = await open('#game=tictactoe&moves=a1.b1.a2.b2.a3&tab=analyse');
  const start = page.locator('[data-analyse="start"]');
  assert.ok(await start.isDisabled());
  assert.ok(await page.locator('[data-analyse="solve"]').isDisabled());
  await page.click('[data-step="back"]');
  await page.waitForSelector('.value.best');
  await idle(page);
  assert.ok(await start.isEnabled());
  await page.click('[data-step="forward"]');
  await page.waitForSelector('[data-analyse="start"]:disabled');
  assert.equal(await page.locator('.banner').innerText(), '');
});

test('stop is immediate', async () => {
  const page = await open('#game=othello&tab=analyse');
  await page.selectOption('[data-analyse="time"]', '0');
  await page.waitForSelector('.value.best');
  const ms = await page.evaluate(() => {
    const begin = performance.now();
    document.querySelector('[data-analyse="stop"]').click();
    const text = document.querySelector('.status').textContent;
    return text === 'Stopped.' ? performance.now() - begin : -1;
  });
  assert.ok(ms >= 0 && ms < 500, `${ms} ms`);
  // The engine can be used again at once.
  await page.click('[data-analyse="start"]');
  await page.waitForFunction(() => /nodes/.test(document.querySelector('.status')?.textContent ?? ''));
});

test('a review marks the mistakes, and the graph goes to a position', async () => {
  const page = await open('#game=tictactoe&tab=analyse&moves=b2.a2.a1.c3.c1.b1');
  await idle(page);
  await page.click('[data-analyse="review"]');
  await page.waitForSelector('svg.graph .fault.blunder');
  assert.ok((await page.locator('.faults li').count()) >= 1);
  assert.ok((await page.locator('.move-list .blunder').count()) >= 1);
  const box = await page.locator('svg.graph').boundingBox();
  await page.mouse.click(box.x + box.width * 0.99, box.y + box.height / 2);
  await page.waitForSelector('svg.board[data-ply="6"]');
  await page.locator('svg.graph').focus();
  await page.keyboard.press('ArrowLeft');
  await page.waitForSelector('svg.board[data-ply="5"]');
});
