// Hostile files and addresses give a sentence, never a blank page. The server here does not
// know the type of WebAssembly files, as some do not.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, withBrowser } from './page.mjs';

withBrowser({ types: false });

const banner = (page) => page.locator('.banner').innerText();

test('wrong addresses give a sentence and a board', async () => {
  for (const address of [
    '#game=chess',
    '#game=__proto__',
    '#game=othello&moves=a1.a1',
    '#game=othello&start=%00%00',
    `#game=nogo&start=${'x'.repeat(3000)}`,
    '#game=connect4&start=99999999999x99999999999',
    '#game=tictactoe&moves=%3Cimg%20src=x%20onerror=alert(1)%3E',
    `#game=othello&moves=${'f5.'.repeat(1500)}`,
  ]) {
    const page = await open(address);
    await page.waitForSelector('.banner:not(:empty)');
    const text = await banner(page);
    assert.ok(text.startsWith('The address cannot be used'), `${address}: ${text}`);
    assert.equal(await page.locator('.banner img').count(), 0);
    await page.close();
  }
  for (const address of [
    '#',
    '#%',
    '#tab=nothing',
    '#game=tictactoe&tab=%F0%9F%98%80&ply=-5&moves=b2',
    '#game=othello&ply=99999',
  ]) {
    const page = await open(address);
    assert.ok((await page.locator('.cell').count()) >= 9, address);
    await page.close();
  }
});

test('wrong files give a sentence', async () => {
  const page = await open('#game=tictactoe&tab=replay');
  for (const text of [
    '',
    'hello',
    '{"log":[',
    '(;GM[Othello]',
    `${'['.repeat(50_000)}`,
    '\u0000\u0001',
    '<script>alert(1)</script>',
    'b2 b2',
  ]) {
    await page.fill('[data-replay="text"]', text);
    await page.click('[data-replay="read"]');
    await page.waitForSelector('.banner:not(:empty)');
    assert.ok((await banner(page)).length > 10, text.slice(0, 20));
    await page.click('.banner button');
    await page.waitForSelector('.banner:empty', { state: 'attached' });
  }
  await page.setInputFiles('[data-replay="file"]', {
    name: 'large.bin',
    mimeType: 'application/octet-stream',
    buffer: Buffer.alloc(21_000_000),
  });
  await page.waitForSelector('.banner:not(:empty)');
  assert.match(await banner(page), /at most 20 MB/);
  assert.equal(await page.locator('.cell').count(), 9, 'the board is still there');
});

test('a wrong strategy gives a sentence, and the page goes on', async () => {
  const page = await open('#game=tictactoe');
  await page.locator('summary', { hasText: 'Parameters' }).click();
  const input = page.locator('.spec input');
  await input.fill('uct:c=banana');
  await input.press('Enter');
  await page.locator('[data-cell="4"]').click();
  await page.waitForSelector('.banner:not(:empty)');
  assert.match(await banner(page), /c='banana' is not accepted/);
  await page.selectOption('[data-player="1"]', 'minimax');
  await page.waitForSelector('svg.board[data-ply="2"]');
});

test('an address that changes while the page is open is followed', async () => {
  const page = await open('#game=tictactoe');
  await page.evaluate(() => {
    location.hash = '#game=tictactoe&moves=a1.b2.c3&tab=analyse';
  });
  await page.waitForSelector('svg.board[data-ply="3"]');
  await page.evaluate(() => {
    location.hash = '#game=tictactoe&moves=a1.a1';
  });
  await page.waitForSelector('.banner:not(:empty)');
});
