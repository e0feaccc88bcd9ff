// Keyboard and screen reader: the order of the focus, names of cells and controls, and
// contrast of the colours.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { GAMES, idle, native, open, withBrowser } from './page.mjs';

withBrowser();

/** The colour variables of a theme. */
function colours(theme) {
  const text = readFileSync(new URL('../style/colours.css', import.meta.url), 'utf8');
  const [light, dark] = text.split(':root[data-theme="dark"]');
  const read = (part) => Object.fromEntries([...part.matchAll(/--([\w-]+): (#\w+);/g)].map(([, name, value]) => [name, value]));
  return theme === 'dark' ? { ...read(light), ...read(dark) } : read(light);
}

/** Relative luminance of a colour, as WCAG 2 defines it. */
function luminance(colour) {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  const [r, g, b] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const contrast = (a, b) => {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};

test('contrast is computed as WCAG defines it', () => {
  assert.equal(contrast('#000000', '#ffffff').toFixed(2), '21.00');
  assert.equal(contrast('#777777', '#ffffff').toFixed(2), '4.48');
  assert.equal(contrast('#ffffff', '#ffffff'), 1);
});

test('texts have a contrast of 4.5, and marks of 3, in both themes', () => {
  const texts = [
    ['text', ['bg', 'card', 'soft']],
    ['muted', ['bg', 'card', 'soft']],
    ['accent', ['card', 'soft']],
    ['accent-text', ['accent']],
    ['alert', ['alert-bg']],
    ['bad', ['card']],
    ['blue', ['card']],
  ];
  const marks = [
    ['good', ['card']],
    ['bad', ['card', 'bg']],
    ['blue', ['card', 'bg', 'soft']],
    ['accent', ['card', 'bg']],
    ['orange', ['card']],
    ['violet', ['card']],
    ['wood-line', ['wood']],
    ['black', ['wood', 'felt']],
    ['felt-mark', ['felt']],
    ['wood-mark', ['wood']],
    ['muted', ['hole']],
    ['red', ['hole']],
  ];
  let checked = 0;
  for (const theme of ['light', 'dark']) {
    const all = colours(theme);
    const check = (pairs, least) => {
      for (const [front, backs] of pairs) {
        for (const back of backs) {
          const found = contrast(all[front], all[back]);
          assert.ok(found >= least, `${theme}: --${front} on --${back} has ${found.toFixed(2)}, not ${least}`);
          checked += 1;
        }
      }
    };
    check(texts, 4.5);
    check(marks, 3);
  }
  assert.equal(checked, 2 * (12 + 17));
});

/** Texts of the page whose contrast with what lies behind them is less than 4.5; run in the page. */
function faint() {
  const parse = (colour) => {
    const srgb = colour.startsWith('color(');
    const [r, g, b, alpha = 1] = (colour.match(/[\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
    const [scale] = [srgb ? 255 : 1];
    return [r * scale, g * scale, b * scale, alpha];
  };
  const over = (front, back) => [0, 1, 2].map((i) => front[i] * front[3] + back[i] * (1 - front[3]));
  const light = (colour) => {
    const [r, g, b] = colour.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    const parent = element.parentElement;
    const back = parent ? behind(parent) : [255, 255, 255];
    return over(parse(getComputedStyle(element).backgroundColor), back);
  };
  const wrong = [];
  let checked = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim();
    const element = walker.currentNode.parentElement;
    if (!text || !element.checkVisibility() || element.closest('svg, option, :disabled')) continue;
    const back = behind(element);
    const front = parse(getComputedStyle(element).color);
    for (let one = element; one; one = one.parentElement) front[3] *= Number(getComputedStyle(one).opacity);
    const [low, high] = [light(over(front, back)), light(back)].sort((a, b) => a - b);
    const found = (high + 0.05) / (low + 0.05);
    checked += 1;
    if (found < 4.5) wrong.push(`${found.toFixed(2)}: ${text.slice(0, 40)}`);
  }
  return { wrong, checked };
}

test('texts have a contrast of 4.5 as they are drawn', async () => {
  let checked = 0;
  for (const colorScheme of ['light', 'dark']) {
    const page = await open('#game=connect4&moves=4.4.3', { colorScheme });
    for (const tab of ['play', 'analyse', 'glass', 'replay', 'matches']) {
      await page.click(`[data-tab="${tab}"]`);
      if (tab === 'analyse') await page.waitForSelector('.value.best');
      if (tab === 'glass') await page.click('[data-glass="step"]');
      await page.evaluate(() => document.querySelectorAll('details').forEach((one) => (one.open = true)));
      const found = await page.evaluate(faint);
      assert.deepEqual(found.wrong, [], `${colorScheme}, ${tab}`);
      checked += found.checked;
    }
  }
  assert.ok(checked > 300, `${checked} texts`);
});

test('the focus goes through the page in the order of reading', async () => {
  const page = await open('#game=tictactoe&moves=b2');
  await page.evaluate(() => document.body.focus());
  const seen = [];
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      const focused = document.activeElement;
      const { game, tab, switch: turn, cell, step, ply } = focused.dataset;
      if (game !== undefined) return 'game';
      if (tab) return `tab ${tab}`;
      if (turn) return `switch ${turn}`;
      if (cell) return 'board';
      if (step) return 'steps';
      if (ply) return 'moves';
      return focused.closest('#panel') ? 'panel' : focused.tagName;
    });
    if (seen.at(-1) !== name) seen.push(name);
    if (name === 'panel') break;
  }
  assert.deepEqual(seen, [
    'game', 'tab play', 'tab analyse', 'tab glass', 'tab replay', 'tab matches',
    'switch language', 'switch theme', 'board', 'steps', 'moves', 'panel',
  ]);
});

test('everything that takes the focus has a name, in both languages and all tabs', async () => {
  let checked = 0;
  for (const locale of ['en', 'zh-CN']) {
    const page = await open('#game=tictactoe&moves=b2.a1', { locale });
    for (const tab of ['play', 'analyse', 'glass', 'replay', 'matches']) {
      await page.click(`[data-tab="${tab}"]`);
      if (tab === 'analyse') await idle(page);
      const unnamed = await page.evaluate(() => {
        const all = document.querySelectorAll('button, select, input, textarea, [tabindex="0"]');
        const name = (/** @type {Element} */ element) =>
          element.getAttribute('aria-label') ||
          element.textContent.trim() ||
          element.closest('label')?.textContent.trim() ||
          document.querySelector(`label[for="${element.id}"]`)?.textContent.trim();
        return { count: all.length, without: [...all].filter((one) => !name(one)).map((one) => one.outerHTML.slice(0, 120)) };
      });
      assert.deepEqual(unnamed.without, [], `${locale}, ${tab}`);
      checked += unnamed.count;
    }
    const cell = await page.locator('[data-cell="4"]').getAttribute('aria-label');
    assert.match(cell, locale === 'en' ? /^b2, X/ : /^b2，X/);
    assert.equal(await page.evaluate(() => document.documentElement.lang), locale);
  }
  assert.ok(checked > 100, `${checked} names`);
});

test('a move of the analysis shows its expected line when it takes the focus', async () => {
  const page = await open('#game=othello&tab=analyse&moves=f5');
  await page.selectOption('[data-analyse="time"]', '1000');
  await page.selectOption('[data-analyse="strategy"]', 'uct');
  await idle(page);
  const second = page.locator('.result tbody tr').nth(1).locator('button');
  assert.match(await second.getAttribute('aria-label'), /^\w\d, \d+%, Expected line \w\d/);
  await second.focus();
  await page.waitForSelector('.cell .number >> nth=1');
  assert.equal(await page.locator('.value').count(), 0, 'the values make room for the line');
});

test('numbers agree with their nouns', async () => {
  const page = await open('#game=tictactoe&tab=glass');
  await page.click('[data-glass="one"]');
  await page.waitForFunction(() => /\b1 simulation, /.test(document.querySelector('.explain').textContent));
  const forms = await page.evaluate(async () => {
    const { t } = await import('/js/words.js');
    return [1, 2, 0].map((n) => t('review.summary', 'X', n, n, n, '–'));
  });
  assert.deepEqual(forms, [
    'X: 1 inaccuracy, 1 mistake, 1 blunder; mean loss –',
    'X: 2 inaccuracies, 2 mistakes, 2 blunders; mean loss –',
    'X: 0 inaccuracies, 0 mistakes, 0 blunders; mean loss –',
  ]);
});

test('both languages have the same texts with the same values, and know the strategies', async () => {
  const words = async (name) => (await import(new URL(`../words/${name}.js`, import.meta.url).href)).default;
  const [en, zh, strategies] = await Promise.all(['en', 'zh', 'zh-strategies'].map(words));
  assert.deepEqual(Object.keys(zh).sort(), Object.keys(en).sort());
  const values = (text) => [...new Set(text.match(/\{\d/g) ?? [])].sort().join();
  for (const key of Object.keys(en)) assert.equal(values(zh[key]), values(en[key]), key);
  const texts = new Set();
  for (const game of Object.keys(GAMES)) {
    const [{ ok }] = native(game, { do: 'describe' });
    for (const { about, params } of ok.strategies) [about, ...params.map((param) => param.about)].forEach((text) => texts.add(text));
  }
  // A new parameter is shown in English until it has a text.
  const known = [...texts].filter((text) => strategies[text]);
  assert.ok(texts.size > 30 && known.length >= 0.8 * texts.size, `${known.length} of ${texts.size} are translated`);
});
