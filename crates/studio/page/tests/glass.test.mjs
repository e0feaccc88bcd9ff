// Under glass: steps, speed, settings, bugs, two searches.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open, withBrowser } from './page.mjs';

withBrowser();

const sentence = (page, pane = 1) => page.locator(`[data-glass="explain-${pane}"] .sentence`).innerText();

test('a simulation is shown step by step', async () => {
  const page = await open('#game=tictactoe&tab=glass');
  await page.waitForSelector('svg.tree');
  const seen = [];
  for (let i = 0; i < 8; i++) {
    await page.click('[data-glass="step"]');
    await page.waitForFunction(
      (before) => document.querySelector('[data-glass="explain-1"] .sentence').textContent !== before,
      seen.at(-1) ?? 'Ready. The root is the position on the board.',
    );
    seen.push(await sentence(page));
  }
  const words = ['Select at depth 0', 'Expand', 'Simulate', 'Back up', 'Select at depth 0'];
  words.forEach((word, i) => assert.ok(seen[i].startsWith(word), `${i}: ${seen[i]}`));
  assert.match(seen[2], /\d random moves to the end; (X wins|O wins|a draw)/);
  assert.ok((await page.locator('.tree .node.lit').count()) >= 2, 'the path is lit in the tree');
  await page.click('[data-glass="one"]');
  await page.waitForFunction(() =>
    /\b3 simulations/.test(document.querySelector('[data-glass="explain-1"]').textContent),
  );
});

test('the formula has its numbers', async () => {
  const page = await open('#game=connect4-7x6&tab=glass');
  await page.fill('[data-glass="speed"]', '4');
  await page.click('[data-glass="run"]');
  await page.waitForFunction(() =>
    /(\d{2,}|k) simulations/.test(document.querySelector('[data-glass="explain-1"]').textContent),
  );
  await page.click('[data-glass="run"]');
  await page.click('[data-glass="step"]');
  await page.waitForFunction(() =>
    /^Select at depth 0/.test(document.querySelector('.sentence').textContent),
  );
  const text = await sentence(page);
  const numbers = /value ([+−]?[\d.]+) \+ exploration ([+−]?[\d.]+) = ([+−]?[\d.]+\d)/.exec(text);
  assert.ok(numbers, text);
  const [value, explore, score] = numbers.slice(1).map((n) => Number(n.replace('−', '-')));
  assert.ok(Math.abs(value + explore - score) < 0.025, text);
});

test('the formulas of UCB1-tuned and RAVE have their numbers', async () => {
  const page = await open('#game=connect4-7x6&tab=glass');
  const amaf = /has no visit yet\. In \d+ playouts? the same side played it later: AMAF value/;
  let later = 0;
  for (const [rule, numbers] of [
    ['tuned', /^move \d: [+−]?[\d.]+ \+ 1\.4 · √\(ln \d+ \/ \d+ · min\(1, [\d.]+ \+ [\d.]+\)\) = [+−]?[\d.]+$/],
    ['rave', /^move \d: [\d.]+ · [+−]?[\d.]+ \+ [\d.]+ · [+−]?[\d.]+ \+ 1\.4 · √\(ln \d+ \/ \d+\) = [+−]?[\d.]+$/],
  ]) {
    await page.selectOption('[data-glass="rule-1"]', rule);
    await page.waitForSelector('[data-glass="explain-1"] .sentence:text("Ready")');
    let found = 0;
    for (let step = 0; step < 100 && found < 12; step++) {
      const before = await page.locator('[data-glass="explain-1"]').innerText();
      await page.click('[data-glass="step"]');
      await page.waitForFunction((text) => document.querySelector('[data-glass="explain-1"]').innerText !== text, before);
      const text = await sentence(page);
      later += amaf.test(text) ? 1 : 0;
      const line = page.locator('[data-glass="numbers-1"]');
      if (!/has the best score/.test(text) && !amaf.test(text)) continue;
      assert.match(await line.innerText(), numbers, text);
      found += 1;
    }
    assert.equal(found, 12, rule);
  }
  assert.ok(later > 0, 'RAVE has chosen a move by its AMAF value alone');
});

test('the settings are seen before the tree, and leave space for it on a telephone', async () => {
  for (const [width, open_] of [[1280, true], [375, false]]) {
    const page = await open('#game=othello&tab=glass', { viewport: { width, height: 812 } });
    const settings = page.locator('[data-glass="settings-1"]');
    assert.equal(await settings.evaluate((element) => element.open), open_, `${width}`);
    const top = async (selector) => (await page.locator(selector).boundingBox()).y;
    assert.ok((await top('[data-glass="bugs-1"]')) < (await top('svg.tree')), `${width}`);
    assert.match(await settings.locator('summary').innerText(), /UCB1, c 1\.4, uniform playouts/);
    // What is pressed and what it says are on one screen.
    const text = await page.locator('[data-glass="explain-1"] .sentence').boundingBox();
    assert.ok(text.y + text.height <= 812 && (await top('[data-glass="step"]')) < text.y, `${width}: ${text.y}`);
    if (!open_) await settings.locator('summary').click();
    await page.selectOption('[data-glass="rule-1"]', 'puct');
    assert.match(await settings.locator('summary').innerText(), /PUCT/);
  }
});

test('full speed, and the result of tic-tac-toe is proven', async () => {
  const page = await open('#game=tictactoe&tab=glass');
  await page.fill('[data-glass="speed"]', '6');
  await page.click('[data-glass="run"]');
  await page.waitForFunction(() =>
    /The result is proven/.test(document.querySelector('[data-glass="explain-1"]').textContent),
  );
});

test('two searches side by side; a bug loses', async () => {
  const page = await open('#game=connect4-7x6&tab=glass');
  await page.getByLabel('Two searches side by side').check();
  await page.selectOption('[data-glass="rule-1"]', 'rave');
  await page.waitForFunction(() =>
    /AMAF/.test(document.querySelector('[data-glass="explain-1"] .formula').textContent),
  );
  await page.selectOption('[data-glass="rule-1"]', 'ucb1');
  await page.locator('[data-glass="bugs-2"] summary').click();
  await page.getByLabel('No change of sign between plies').last().check();
  await page.click('[data-glass="one"]');
  await page.waitForFunction(() =>
    /\(the bug\)/.test(document.querySelector('[data-glass="explain-2"]').textContent),
  );
  await page.click('[data-glass="duel"]');
  await page.waitForFunction(
    () =>
      /A against B/.test(document.querySelector('[data-glass="duel-result"]')?.textContent ?? '') &&
      document.querySelector('[data-glass="duel"]'),
  );
  const [wins, draws, losses] = /(\d+) wins, (\d+) draws, (\d+) losses/
    .exec(await page.locator('[data-glass="duel-result"]').innerText())
    .slice(1)
    .map(Number);
  assert.equal(wins + draws + losses, 20);
  assert.ok(wins >= 14, `${wins} of 20`);
});
