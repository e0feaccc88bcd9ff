// Matches: logs watched while they grow, contests started and stopped, own programs.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ARENA, PATIENCE, arena, openAt, withBrowser } from './page.mjs';
import { askMatches, scratch, start } from './studio.mjs';

withBrowser();

const hasSandbox = spawnSync('bwrap', ['--version']).status === 0 || Boolean(process.env.CI);
const example = (name) => fileURLToPath(new URL(`../../../../bots/examples/${name}`, import.meta.url));

/** Opens the tab of a folder with this log. */
const openMatches = (url, log = '', game = 'tictactoe', options = {}) =>
  openAt(`${url}#${new URLSearchParams({ game, tab: 'matches', log })}`, url, options);

/** Waits until the page has a number of games. */
const games = (page, count) =>
  page.waitForSelector(`[data-contest="progress"][data-games="${count}"]`, { timeout: PATIENCE });

test('a log that grows is watched, up to the figures of the arena', async (context) => {
  const folder = scratch(context);
  const source = join(scratch(context), 'whole.jsonl');
  arena('match', 'tictactoe', 'uct', 'random', '--sims', '30', '--games', '24', '--log', source);
  const lines = readFileSync(source, 'utf8').split(/(?<=\n)/);
  const log = join(folder, 'growing.jsonl');
  writeFileSync(log, '');
  const { url } = await start(context, [folder]);
  const page = await openMatches(url, 'growing.jsonl');
  await page.waitForSelector('[data-contest="empty"]');
  appendFileSync(log, lines.slice(0, 7).join(''));
  await games(page, 6);
  // Half a line counts when it is whole.
  appendFileSync(log, lines[7] + lines[8].slice(0, 40));
  await games(page, 7);
  appendFileSync(log, lines[8].slice(40) + lines.slice(9).join(''));
  await games(page, 24);
  const report = JSON.parse(arena('merge', source, '--json'));
  const elo = await page.locator('[data-contest="elo"] b').innerText();
  assert.ok(elo.includes(report.estimate.elo.toFixed(1).replace('-', '−')), `${elo}: ${report.estimate.elo}`);
  const bars = await page.locator('[data-contest="pairs"] .count').allInnerTexts();
  assert.deepEqual(bars.map(Number), report.pentanomial);
  assert.match(await page.locator('[data-contest="progress"]').innerText(), /finished after 24 games/);
  assert.equal(await page.locator('[data-curve="course"] .curve').count(), 1);
  assert.match(await page.locator('[data-contest="faults"]').innerText(), /No game was lost by a fault/);
});

test('a sequential test is watched up to its verdict, and a game of it is replayed', async (context) => {
  const folder = scratch(context);
  const { url } = await start(context, [folder]);
  const page = await openMatches(url, 'test.jsonl');
  const log = join(folder, 'test.jsonl');
  const words = ['sprt', 'tictactoe', 'uct', 'random', '--sims', '10', '--elo1', '300', '--games', '4000'];
  const sprt = spawn(ARENA, [...words, '--log', log], { stdio: 'ignore' });
  context.after(() => sprt.kill('SIGKILL'));
  await page.waitForFunction(
    () => /A is stronger/.test(document.querySelector('[data-contest="test"] b')?.textContent ?? ''),
    undefined,
    { timeout: PATIENCE },
  );
  assert.equal(await page.locator('[data-curve="llr"] .bound').count(), 2);
  assert.match(await page.locator('[data-curve="llr"] svg').getAttribute('aria-label'), /^LLR over games/);
  const record = readFileSync(log, 'utf8').split('\n').map((line) => (line ? JSON.parse(line) : {})).find(({ game }) => game === 3);
  await page.click('[data-game="3"]');
  await page.waitForSelector('[data-replay="loaded"]');
  assert.equal(await page.locator('[data-ply]').count() >= record.moves.length, true);
  const moves = await page.locator('.move-list button').allInnerTexts();
  assert.deepEqual(moves.map((text) => text.trim()), [...record.opening, ...record.moves]);
  // A game of another kind than the page's is replayed, too.
  const other = await openMatches(url, 'test.jsonl', 'nogo');
  await other.click('[data-game="3"]');
  await other.waitForSelector('[data-replay="loaded"]');
  assert.match(other.url(), /game=tictactoe/);
});

test('a match is started and stopped from the page', async (context) => {
  const folder = scratch(context);
  const { url } = await start(context, [folder]);
  const page = await openMatches(url);
  await page.waitForSelector('.files');
  await page.click('[data-matches="form"] summary');
  await page.selectOption('[data-order="engine-0"]', 'strategy:uct');
  await page.fill('[data-order="params-0"]', 'c=0.9');
  await page.selectOption('[data-order="engine-1"]', 'strategy:random');
  // Counted limits: no move can be late.
  await page.selectOption('[data-order="limit"]', 'simulations:10000');
  await page.locator('.order input[type="number"]').first().fill('1000000');
  await page.click('[data-order="start"]');
  await page.waitForSelector('[data-contest="stop"]');
  const name = await page.locator('[data-contest="name"]').innerText();
  assert.equal(name, 'tictactoe-uct-random-1.jsonl');
  await page.waitForSelector('[data-game] >> nth=1');
  await page.click('[data-contest="stop"]');
  await page.waitForSelector('[data-contest="stop"]', { state: 'detached' });
  const { running } = (await askMatches(url, { do: 'list' })).ok;
  assert.deepEqual(running, [{ log: name, running: false, stopping: false, error: null }]);
  // What was played is whole, and has the parameters of the form.
  const report = JSON.parse(arena('merge', join(folder, name), '--json'));
  assert.ok(report.games >= 2 && report.games < 1_000_000, `${report.games} games`);
  assert.equal(report.a.spec, 'uct:c=0.9');
  assert.deepEqual(report.faults, []);
});

test('a wrong order gives a sentence, and nothing is written', async (context) => {
  const folder = scratch(context);
  const { url } = await start(context, [folder]);
  const page = await openMatches(url);
  await page.click('[data-matches="form"] summary');
  await page.selectOption('[data-order="engine-0"]', 'strategy:uct');
  await page.fill('[data-order="params-0"]', 'c=banana');
  await page.click('[data-order="start"]');
  await page.waitForSelector('.banner:not(:empty)');
  assert.match(await page.locator('.banner').innerText(), /c='banana' is not accepted/);
  const order = (engine, more = {}) =>
    askMatches(url, { do: 'start', game: 'tictactoe', engines: [engine, { strategy: 'random' }], games: 2, limit: { ms: 100 }, ...more });
  for (const [engine, why] of [
    [{ strategy: 'botzone:/bin/sh' }, /is not a strategy/],
    [{ strategy: 'x=botzone:/bin/sh' }, /'\/bin\/sh' is not of the form key=value/],
    [{ program: 'mine' }, /there is no program/],
    [{ file: { name: '../sh', language: 'botzone' } }, /is not the name of a file/],
    [{ file: { name: '/bin/sh', language: 'botzone' } }, /is not the name of a file/],
    [{ command: '/bin/sh' }, /cannot be read/],
  ]) {
    const { error } = await order(engine);
    assert.match(error ?? '', why, JSON.stringify(engine));
  }
  assert.match((await order({ strategy: 'uct' }, { games: 3 })).error, /pairs of games/);
  assert.deepEqual((await askMatches(url, { do: 'list' })).ok.files, []);
});

test('own programs play: one of the folder, one of the command line', { skip: !hasSandbox }, async (context) => {
  const folder = scratch(context);
  const elsewhere = scratch(context);
  for (const place of [folder, elsewhere]) {
    copyFileSync(example('tictactoe-botzone.py'), join(place, 'mybot.py'));
    chmodSync(join(place, 'mybot.py'), 0o755);
  }
  const named = `named=botzone:cd '${elsewhere}'; python3 mybot.py`;
  const { url } = await start(context, [folder, '--program', named]);
  const page = await openMatches(url);
  await page.click('[data-matches="form"] summary');
  for (const [i, own] of ['file:botzone:mybot.py', 'program:named'].entries()) {
    await page.selectOption('[data-order="engine-0"]', own);
    await page.selectOption('[data-order="engine-1"]', 'strategy:random');
    // A machine that is very busy starts Python slowly.
    await page.selectOption('[data-order="limit"]', 'ms:10000');
    await page.locator('.order input[type="number"]').first().fill('2');
    await page.locator('.order input[type="number"]').first().press('Tab');
    await page.click('[data-order="start"]');
    await page.waitForFunction(
      (count) => document.querySelectorAll('[data-file^="tictactoe-"]').length === count,
      i + 1,
    );
    await page.waitForFunction(() => /finished after 2 games/.test(document.querySelector('[data-contest="progress"]')?.textContent ?? ''));
    assert.match(await page.locator('[data-contest="faults"]').innerText(), /No game was lost by a fault/);
    await page.click('[data-matches="form"] summary');
  }
  // No time is left for an answer of a program that does not answer: the fault is named.
  writeFileSync(join(folder, 'broken'), '#!/bin/sh\nexit 3\n', { mode: 0o755 });
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[data-order="engine-0"] option')].some(({ value }) => value === 'file:botzone:broken'),
  );
  await page.selectOption('[data-order="engine-0"]', 'file:botzone:broken');
  await page.click('[data-order="start"]');
  await page.waitForSelector('.fault-list button');
  assert.match(await page.locator('[data-contest="faults"]').innerText(), /crashed.*2|exit code 3/s);
});

test('a tournament, a tuning, a sweep, curves and a picture are drawn', async (context) => {
  const folder = scratch(context);
  const at = (name) => join(folder, name);
  arena('tournament', 'tictactoe', 'uct', 'minimax', 'random', '--nodes', '200', '--games', '4', '--log', at('t.jsonl'));
  arena('tune', 'tictactoe', 'uct', '--param', 'c=0.2..2', '--steps', '5', '--pairs', '2', '--sims', '15', '--force', '--log', at('u.jsonl'));
  arena('sweep', 'tictactoe', 'uct', '--param', 'c=0.5,1.5', '--against', 'random', '--sims', '15', '--games', '4', '--force', '--log', at('w.jsonl'), '--svg', at('w.svg'));
  writeFileSync(at('training.csv'), 'step,loss,elo\n0,1.5,0\n100,1.1,40\n200,0.9,\n');
  writeFileSync(at('training.jsonl'), '{"games":10,"won":4}\n{"games":20,"won":9}\n');
  const { url } = await start(context, [folder]);
  const page = await openMatches(url, 't.jsonl');
  await games(page, 12);
  assert.equal(await page.locator('[data-contest="cross"] tbody tr').count(), 3);
  const standings = JSON.parse(arena('merge', at('t.jsonl'), '--json')).engines.map(({ spec }) => spec);
  assert.deepEqual(await page.locator('[data-contest="cross"] tbody th').allInnerTexts(), standings);
  await page.click('[data-file="u.jsonl"]');
  await page.waitForSelector('[data-contest="steps"]');
  assert.equal(await page.locator('[data-contest="steps"]').innerText(), '5 of 5 steps');
  assert.equal(await page.locator('[data-curve="param"] .curve').count(), 1);
  await page.click('[data-file="w.jsonl"]');
  await page.waitForSelector('[data-contest="values"]');
  assert.equal(await page.locator('[data-contest="values"] tbody tr').count(), 2);
  await page.click('[data-file="training.csv"]');
  await page.waitForSelector('[data-curve="elo"]');
  assert.match(await page.locator('[data-curve="loss"] svg').getAttribute('aria-label'), /loss over step; at 200 it is 0\.9/);
  appendFileSync(at('training.csv'), '300,0.8,60\n');
  await page.waitForFunction(() => /at 300 it is 60/.test(document.querySelector('[data-curve="elo"] svg')?.getAttribute('aria-label') ?? ''));
  await page.click('[data-file="training.jsonl"]');
  await page.waitForSelector('[data-curve="won"]');
  await page.click('[data-file="w.svg"]');
  await page.waitForFunction(() => document.querySelector('img.picture')?.naturalWidth > 0);
});

test('the curves of a training are drawn as they are written', async (context) => {
  const folder = scratch(context);
  const at = (name) => join(folder, name);
  const head = 'round,games,plies,first_won,value,policy,hits,value_fit,policy_fit,hits_fit,gate,seconds\n';
  // A round without a test has no number for it.
  const rounds = ['1,800,57.3,0.512,0.9212,4.1021,0.081,0.8810,3.9034,0.102,,143', '2,800,58.1,0.497,0.8644,3.7713,0.131,0.8402,3.6120,0.149,0.712,151'];
  const picture = (colour) => `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><rect width="90" height="30" fill="${colour}"/></svg>`;
  writeFileSync(at('rounds.csv'), `${head}${rounds[0]}\n`);
  writeFileSync(at('rounds.svg'), picture('red'));
  const { url } = await start(context, [folder]);
  const page = await openMatches(url, 'rounds.csv', 'nogo');
  const name = (column) => page.locator(`[data-curve="${column}"] svg`).getAttribute('aria-label');
  await page.waitForSelector('[data-curve="value"]');
  assert.equal(await name('value'), 'Loss of the value over round; at 1 it is 0.921');
  assert.equal(await page.locator('[data-curve="gate"]').count(), 0, 'no test yet');
  writeFileSync(at('rounds.csv'), `${head}${rounds.join('\n')}\n`);
  await page.waitForSelector('[data-curve="gate"]');
  assert.equal(await name('gate'), 'Score against the network that plays over round; at 2 it is 0.712');
  assert.deepEqual(await page.locator('[data-curve]').evaluateAll((all) => all.map((one) => one.dataset.curve)), ['value', 'policy', 'hits', 'gate', 'games', 'plies', 'first_won', 'seconds']);
  assert.equal(await page.locator('[data-curve="value"] .second').count(), 2, 'the loss during the fit, and its name');
  // A round that is repeated may have the same length.
  writeFileSync(at('rounds.csv'), `${head}${rounds.join('\n').replace('0.712', '0.498')}\n`);
  await page.waitForFunction(() => /it is 0.498/.test(document.querySelector('[data-curve="gate"] svg').getAttribute('aria-label')));
  await page.click('[data-file="rounds.svg"]');
  await page.waitForFunction(() => document.querySelector('img.picture')?.naturalWidth === 90);
  const before = await page.locator('img.picture').getAttribute('src');
  writeFileSync(at('rounds.svg'), picture('blue'));
  await page.waitForFunction((old) => document.querySelector('img.picture').src !== old, before);
});

test('a match goes on to be watched after the server was killed and started again', async (context) => {
  const folder = scratch(context);
  const log = join(folder, 'm.jsonl');
  const play = (count) =>
    arena('match', 'tictactoe', 'uct', 'random', '--sims', '20', '--games', String(count), '--log', log, '--resume');
  play(4);
  const { url, kill, state } = await start(context, [folder]);
  const page = await openMatches(url, 'm.jsonl', 'tictactoe', { expectsErrors: true });
  await games(page, 4);
  await kill();
  await page.waitForSelector('.banner:not(:empty)');
  assert.match(await page.locator('.banner').innerText(), /The server does not answer/);
  assert.match(await page.locator('[data-contest="progress"]').innerText(), /4 games/, 'what is known stays');
  // A log that was made longer meanwhile.
  play(10);
  await start(context, [folder], state);
  await games(page, 10);
  await page.waitForSelector('.banner:empty', { state: 'attached' });
});

test('without a folder the page says how to get one', async (context) => {
  const { url } = await start(context);
  const page = await openMatches(url);
  await page.waitForSelector('[data-matches="none"]');
  assert.match(await page.locator('.matches').innerText(), /This server has no folder[\s\S]*arena studio FOLDER/);
});
