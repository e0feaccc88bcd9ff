// Errors of the engine in Chinese: every one that a person can cause with the page has a text.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { native, open, withBrowser } from './page.mjs';

withBrowser();

const view = (start, ...moves) => ({ do: 'view', at: { start, moves } });
const think = (spec, ...moves) => ({ do: 'think', at: { start: 'start', moves }, spec, limit: { count: 1 } });
const read = (text) => ({ do: 'read', text });
const setUp = (rows, columns, cells) => ({ do: 'set-up', rows, columns, cells: cells.padEnd(rows * columns, '.'), side: 0 });
const empty = '-'.repeat(64);

/** Requests that are wrong, by game. */
const WRONG = {
  othello: [
    view('start', 'a1'), view('start', 'zz'), view('start', 'f5', 'f5'), view('start', ...Array(1500).fill('f5')),
    view('xxx'), view(empty), view(`${empty} Z`), view(`${'q'.repeat(64)} X`),
    think('nope'), think('uctt'), think('uct:c=banana'), think('uct:zz=1'), think('uct:c=1,c=2'), think('uct:c'),
    think('champion:memory=99999999'),
    read(''), read('hello'), read('(;GM[Othello]'), read('{"log":['), read('['.repeat(1000)), read('f5f5'),
    read('f5 d6 zz'), read('(;GM[Go])'), read('{"requests":[{"x":3}],"responses":[]}'), read('\0\x01'),
    { do: 'simulate', id: 1, count: 1 },
  ],
  connect4: [
    view('99x99'), view('9x9-20,20'), view('start', '99'), view('xx/..'), view('x'.repeat(30)),
    view('9x9', ...Array(10).fill('5')),
  ],
  'connect4-7x6': [setUp(6, 7, 'x'), setUp(6, 7, `${'.'.repeat(35)}xxxx`), view('start', '8')],
  nogo: [
    view('20x20'), view('start', 'I5'), view('start', 'A1', 'A1'), setUp(9, 9, 'xxx'), setUp(9, 9, 'oxo.......o.......x'),
    setUp(9, 9, 'xox.......x.......'),
  ],
  tictactoe: [
    view('xxx/xxx/xxx'), view('zzz/.../...'), view('x'), view('start', 'd4'), setUp(3, 3, 'xxxooo'),
    view('start', 'a1', 'b1', 'a2', 'b2', 'a3', 'c3'), think('uct', 'a1', 'b1', 'a2', 'b2', 'a3'),
  ],
};

test('every wrong request has an error in Chinese', async () => {
  const page = await open('#game=tictactoe', { locale: 'zh-CN' });
  let checked = 0;
  for (const [game, requests] of Object.entries(WRONG)) {
    const errors = native(game, ...requests).map(({ error }, i) => {
      assert.ok(error, `${game}: ${JSON.stringify(requests[i])} is not wrong`);
      return error;
    });
    const texts = await page.evaluate(async (list) => {
      const { explained } = await import('/js/words.js');
      return list.map(explained);
    }, errors);
    texts.forEach((text, i) => {
      // Parts of the input stay as they are: they are quoted.
      const rest = text.replace(/'[^']*'/g, '');
      assert.match(rest, /[\u4e00-\u9fff]/, `${game}: ${errors[i]}`);
      assert.doesNotMatch(rest, /[a-z]{2,} [a-z]{2,}/i, `${errors[i]} became ${text}`);
      checked += 1;
    });
  }
  assert.ok(checked >= 40, `${checked} errors`);
});

test('the page says an error in its language', async () => {
  const page = await open('#game=tictactoe&moves=a1.a1', { locale: 'zh-CN' });
  const banner = page.locator('.banner');
  assert.match(await banner.innerText(), /无法使用此地址：第 2 步：a1 不是合法着法/);
  await page.click('[data-tab="replay"]');
  await page.fill('[data-replay="text"]', 'hello');
  await page.click('[data-replay="read"]');
  await page.waitForFunction(() => /应为三行/.test(document.querySelector('.banner').textContent));
  await page.click('[data-switch="language"]');
  await page.click('[data-replay="read"]');
  await page.waitForFunction(() => /must be three rows/.test(document.querySelector('.banner').textContent));
});

test('a message without a translation stays as it is', async () => {
  const page = await open('#game=tictactoe', { locale: 'zh-CN' });
  const texts = await page.evaluate(async () => {
    const { explained } = await import('/js/words.js');
    return ['something else', 'move 3: something else', 'move 2: $1 is not a legal move in x'].map(explained);
  });
  assert.deepEqual(texts, ['something else', '第 3 步：something else', '第 2 步：$1 不是合法着法，局面为 x']);
});
