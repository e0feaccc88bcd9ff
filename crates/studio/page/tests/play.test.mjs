// Play: every game to its end, by mouse and keyboard; set up, undo, boards, addresses.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GAMES, idle, open, status, withBrowser } from './page.mjs';

withBrowser();

/** Plays until the game is over: our moves are the first legal ones. Returns the number of plies. */
async function playToTheEnd(page) {
  for (let turn = 0; turn < 200; turn++) {
    await page.waitForFunction(() => {
      const board = document.querySelector('svg.board');
      return (
        board.dataset.over === 'true' ||
        (document.querySelector('.panel').dataset.thinking === 'false' &&
          (document.querySelector('.cell.is-legal') || document.querySelector('[data-action="pass"]')))
      );
    });
    const [over, ply] = await page.evaluate(() => {
      const board = document.querySelector('svg.board');
      const { over, ply } = board.dataset;
      if (over === 'false') {
        const target =
          document.querySelector('[data-action="pass"]') ?? document.querySelector('.cell.is-legal');
        target.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      }
      return [over === 'true', Number(ply)];
    });
    if (over) return ply;
    await page.waitForFunction(
      (before) => Number(document.querySelector('svg.board').dataset.ply) > before,
      ply,
    );
  }
  throw new Error('the game has no end');
}

for (const game of Object.keys(GAMES)) {
  test(`${game} is played to its end`, async () => {
    const page = await open(`#game=${game}`);
    await page.selectOption('[data-player="1"]', 'uct');
    await page.selectOption('[data-level="1"]', 'count:100');
    const plies = await playToTheEnd(page);
    assert.ok(plies >= 5, `${plies} plies`);
    assert.match(await status(page), /wins|Draw/);
    assert.match(page.url(), new RegExp(`game=${game}&tab=play&moves=`));
    const modules = page.seen.requests.filter((url) => url.endsWith('.wasm'));
    assert.equal(modules.length, 1, `only the module of the game is loaded: ${modules}`);
    // The address carries the game.
    const again = await open(page.url().split('/').at(-1));
    assert.equal(await again.locator('svg.board').getAttribute('data-ply'), String(plies));
    assert.equal(await status(again), await status(page));
  });
}

test('two engines play each other, and the page stays quick', async () => {
  const page = await open('#game=connect4-7x6');
  await page.selectOption('[data-level="1"]', 'ms:500');
  await page.selectOption('[data-player="0"]', 'uct');
  await page.selectOption('[data-level="0"]', 'ms:500');
  const gap = await page.evaluate(
    () =>
      new Promise((resolve) => {
        let [last, longest, turns] = [performance.now(), 0, 0];
        const timer = setInterval(() => {
          const now = performance.now();
          longest = Math.max(longest, now - last);
          last = now;
          if (++turns >= 100) {
            clearInterval(timer);
            resolve(longest);
          }
        }, 20);
      }),
  );
  assert.ok(gap < 1000, `the page stood still for ${gap} ms`);
  await page.waitForFunction(() => Number(document.querySelector('svg.board').dataset.ply) >= 4);
  await page.selectOption('[data-player="0"]', 'you');
  await page.selectOption('[data-player="1"]', 'you');
  await idle(page);
});

test('the address carries the players and their levels', async () => {
  const page = await open('#game=connect4-7x6', { permissions: ['clipboard-read', 'clipboard-write'] });
  assert.ok(!page.url().includes('first='), 'the usual players are left out');
  await page.selectOption('[data-player="1"]', 'uct');
  await page.selectOption('[data-level="1"]', 'count:1000');
  await page.click('[data-action="swap"]');
  await page.waitForSelector('svg.board[data-ply="1"]');
  await page.click('[data-action="share"]');
  await page.waitForFunction(() => /copied/.test(document.querySelector('[data-status]').textContent));
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const again = await open(link.split('/').at(-1));
  const chosen = (name) => again.locator(`[data-${name}]`).inputValue();
  assert.equal(await chosen('player="0"'), 'uct');
  assert.equal(await chosen('level="0"'), 'count:1000');
  assert.equal(await chosen('player="1"'), 'you');
  assert.equal(await again.locator('svg.board').getAttribute('data-ply'), '1');
  // A level that the next strategy does not have is replaced.
  await again.selectOption('[data-player="0"]', 'random');
  assert.equal(await chosen('level="0"'), 'ms:1000');
  assert.match(again.url(), /first=random%40ms%3A1000/);
  for (const [player, error] of [
    ['second=chess', /connect4-7x6 has no strategy 'chess'; there are: champion/],
    ['first=uct@ms:999999999', /level='ms:999999999' is not accepted; use ms:100\|/],
  ]) {
    const wrong = await open(`#game=connect4-7x6&${player}`);
    assert.match(await wrong.locator('.banner').innerText(), error);
  }
});

test('undo, redo, hint and swap', async () => {
  const page = await open('#game=tictactoe');
  await page.locator('[data-cell="4"]').click();
  await page.waitForSelector('svg.board[data-ply="2"]');
  await page.click('[data-action="undo"]');
  await page.waitForSelector('svg.board[data-ply="0"]');
  await page.click('[data-action="redo"]');
  await page.waitForSelector('svg.board[data-ply="2"]');
  await page.click('[data-action="hint"]');
  await page.waitForSelector('.cell .hint');
  assert.match(await status(page), /^Hint: [abc][123]$/);
  await page.click('[data-action="swap"]');
  await page.waitForSelector('svg.board[data-ply="3"]');
});

test('a move is made by keyboard, and cells have names', async () => {
  const page = await open('#game=othello');
  assert.equal(await page.getByRole('gridcell', { name: 'd3, empty, legal' }).count(), 1);
  assert.equal(await page.getByRole('gridcell', { name: 'e4, Black' }).count(), 1);
  await page.locator('[data-cell="0"]').focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'Enter'])
    await page.keyboard.press(key);
  await page.waitForSelector('[data-ply="1"]');
  assert.match(await page.locator('.move-list').innerText(), /^d3/);
});

test('a game is played to its end with the keyboard alone', async () => {
  const page = await open('#game=connect4-7x6');
  const press = async (key, times = 1) => {
    for (let i = 0; i < times; i++) await page.keyboard.press(key);
  };
  const focused = () =>
    page.evaluate(() => ({ ...document.activeElement.dataset, column: Number(document.activeElement.dataset.cell) % 7 }));
  /** Goes on to the next control of a kind. */
  const tabTo = async (kind) => {
    for (let i = 0; i < 60; i++) {
      if ((await focused())[kind] !== undefined) return;
      await press('Tab');
    }
    assert.fail(`no ${kind} takes the focus`);
  };
  await tabTo('level');
  // The first level is the fastest.
  await press('Home');
  await page.evaluate(() => document.activeElement.blur());
  await tabTo('cell');
  for (let turn = 0; turn < 21; turn++) {
    await page.waitForFunction(() => document.querySelector('.panel').dataset.thinking === 'false');
    const board = page.locator('svg.board');
    if ((await board.getAttribute('data-over')) === 'true') break;
    const ply = Number(await board.getAttribute('data-ply'));
    // From column to column until a stone falls.
    for (let tries = 0; tries < 7; tries++) {
      await press('Enter');
      await page.waitForTimeout(50);
      if (Number(await board.getAttribute('data-ply')) > ply) break;
      const { column } = await focused();
      await press(column === 6 ? 'ArrowLeft' : 'ArrowRight', column === 6 ? 6 : 1);
    }
    await page.waitForFunction((before) => Number(document.querySelector('svg.board').dataset.ply) > before, ply);
  }
  assert.match(await status(page), /wins|Draw/);
  assert.ok((await focused()).cell !== undefined, 'the focus has stayed on the board');
});

test('Connect-4 on another board with a forbidden cell, NoGo on a small board', async () => {
  const page = await open('#game=connect4');
  await page.locator('[data-form="board"] summary').click();
  const numbers = page.locator('[data-form="board"] input[type="number"]');
  for (const [i, value] of ['5', '6', '2', '3'].entries()) {
    await numbers.nth(i).fill(value);
    await numbers.nth(i).dispatchEvent('change');
  }
  await page.locator('[data-form="board"] input[type="checkbox"]').check();
  await page.click('[data-action="apply-board"]');
  await page.waitForFunction(() => document.querySelectorAll('.cell').length === 30);
  assert.equal(await page.locator('.blocked').count(), 1);
  assert.match(await page.locator('[data-cell="20"]').getAttribute('aria-label'), /^column 3, row 2, forbidden/);
  const small = await open('#game=nogo&start=4x4');
  assert.equal(await small.locator('.cell').count(), 16);
});

test('a position is set up, by stones and as text', async () => {
  const page = await open('#game=tictactoe');
  await page.selectOption('[data-player="1"]', 'you');
  await page.click('[data-action="setup"]');
  await page.click('[data-cell="0"]');
  await page.click('[data-cell="1"]');
  await page.click('[data-stone="o"]');
  await page.click('[data-cell="3"]');
  await page.click('[data-cell="4"]');
  await page.click('[data-setup="done"]');
  await page.waitForFunction(
    () => document.querySelectorAll('.stone').length === 4 && location.hash.includes('start='),
  );
  await page.click('[data-cell="2"]');
  await page.waitForSelector('svg.board[data-over="true"]');
  assert.equal(await status(page), 'X wins');
  await page.click('[data-action="setup"]');
  await page.fill('[data-setup="text"]', 'xxx/xxx/xxx');
  await page.click('[data-setup="read"]');
  await page.waitForSelector('.banner:not(:empty)');
});

test('the page speaks Chinese, and both themes exist', async () => {
  const page = await open('#game=othello', { locale: 'zh-CN', colorScheme: 'dark' });
  assert.match(await status(page), /轮到黑方/);
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  await page.click('[data-switch="language"]');
  assert.match(await status(page), /Black to move/);
  await page.click('[data-switch="theme"]');
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'light');
  await page.reload();
  await page.waitForSelector('svg.board .cell');
  assert.match(await status(page), /Black to move/);
});

test('nothing is cut off at 375 px', async () => {
  for (const tab of ['play', 'analyse', 'glass', 'replay']) {
    const page = await open(`#game=connect4&tab=${tab}`, { viewport: { width: 375, height: 812 } });
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 375, tab);
  }
});
