// Hostile contents of a folder, and hostile requests: one sentence each, never a blank page,
// and nothing outside the folder.

import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { arena, openAt, withBrowser } from './page.mjs';
import { askMatches, fetchRaw, scratch, start } from './studio.mjs';

withBrowser();

test('each hostile file gives one sentence, and the page goes on', async (context) => {
  const folder = scratch(context);
  const outside = scratch(context);
  const at = (name) => join(folder, name);
  arena('match', 'tictactoe', 'uct', 'random', '--sims', '10', '--games', '6', '--log', at('good.jsonl'));
  const good = readFileSync(at('good.jsonl'), 'utf8');
  const lines = good.split(/(?<=\n)/);
  writeFileSync(join(outside, 'secret.jsonl'), good);
  writeFileSync(at('truncated.jsonl'), good.slice(0, -100));
  writeFileSync(at('altered.jsonl'), good.replace(/"winner":"\w+"/, '"winner":"draw"'));
  writeFileSync(at('version.jsonl'), good.replace('"tesuji_arena_log":1', '"tesuji_arena_log":99'));
  writeFileSync(at('chess.jsonl'), good.replace('"game":"tictactoe"', '"game":"chess"'));
  writeFileSync(at('empty.jsonl'), '');
  writeFileSync(at('binary.jsonl'), Buffer.from([0, 255, 10, 1, 2, 3, 10]));
  writeFileSync(at('deep.jsonl'), `${'['.repeat(100_000)}\n`);
  writeFileSync(at('begun.jsonl'), lines[0].slice(0, 50));
  writeFileSync(at('huge.jsonl'), '');
  truncateSync(at('huge.jsonl'), 20e9);
  writeFileSync(at('long.jsonl'), lines[0]);
  truncateSync(at('long.jsonl'), 50e6);
  writeFileSync(at('engines.jsonl'), lines[0].replace(/"engines":\[/, `"engines":[${'{"spec":"uct"},'.repeat(5000)}`));
  writeFileSync(at('words.csv'), 'a,b\nx,y\n');
  writeFileSync(at('uneven.csv'), 'a,b\n1,2\n3\n');
  writeFileSync(at('huge.csv'), '');
  truncateSync(at('huge.csv'), 1e9);
  mkdirSync(at('folder.jsonl'));
  symlinkSync(join(outside, 'secret.jsonl'), at('link.jsonl'));
  symlinkSync('/dev/zero', at('zero.jsonl'));
  writeFileSync(at('<img src=x onerror=alert(1)>.jsonl'), 'x\n');
  const { url } = await start(context, [folder]);
  const page = await openAt(`${url}#game=tictactoe&tab=matches&log=good.jsonl`, url);
  await page.waitForSelector('[data-contest="progress"][data-games="6"]');
  let checked = 0;
  for (const [name, sentence] of [
    ['altered.jsonl', /line 2 of altered\.jsonl: the line was altered/],
    ['version.jsonl', /has log format 99; this version reads format 1/],
    ['chess.jsonl', /'chess'/],
    ['binary.jsonl', /is not a log of a contest/],
    ['deep.jsonl', /is not a log of a contest/],
    ['huge.jsonl', /is not a log of a contest/],
    ['long.jsonl', /a line is longer than 4 MB/],
    ['engines.jsonl', /has 5002 engines; at most 64 are shown/],
    ['words.csv', /has no column of numbers/],
    ['uneven.csv', /line 3 has 1 columns and not 2/],
    ['huge.csv', /at most 16 MB are read/],
    ['folder.jsonl', /is a folder/],
    ['link.jsonl', /is a symbolic link, which is not followed/],
    ['zero.jsonl', /is a symbolic link/],
    ['<img src=x onerror=alert(1)>.jsonl', /is not a log/],
    ['missing.jsonl', /cannot read missing\.jsonl/],
  ]) {
    if (name === 'missing.jsonl') await page.evaluate(() => (location.hash = '#game=tictactoe&tab=matches&log=missing.jsonl'));
    else await page.locator(`[data-file="${name}"]`).click();
    await page
      .waitForFunction(
        (wanted) =>
          document.querySelector('[data-contest="name"]')?.textContent === wanted &&
          document.querySelector('[data-contest="error"]'),
        name,
      )
      .catch((error) => assert.fail(`${name}: ${error}`));
    const said = await page.locator('[data-contest="error"]').innerText();
    assert.match(said, sentence, name);
    assert.ok(said.length < 400 && !said.includes('\n') && !said.includes(folder), said);
    assert.equal(await page.locator('.contest img').count(), 0);
    checked += 1;
  }
  assert.equal(checked, 16);
  for (const name of ['empty.jsonl', 'begun.jsonl']) {
    await page.locator(`[data-file="${name}"]`).click();
    await page.waitForSelector('[data-contest="empty"]');
  }
  await page.click('[data-file="truncated.jsonl"]');
  await page.waitForSelector('[data-contest="progress"][data-games="5"]');
  // A log that becomes another one is read from its start.
  writeFileSync(at('begun.jsonl'), lines.slice(0, 3).join(''));
  await page.click('[data-file="begun.jsonl"]');
  await page.waitForSelector('[data-contest="progress"][data-games="2"]');
  writeFileSync(at('begun.jsonl'), 'no log any more\n');
  await page.waitForSelector('[data-contest="error"]');
  writeFileSync(at('begun.jsonl'), lines.slice(0, 4).join(''));
  await page.waitForSelector('[data-contest="progress"][data-games="3"]');
  // A line that was altered after others were read.
  appendFileSync(at('begun.jsonl'), lines[4].replace('"seeds":[', '"seeds":[1'));
  await page.waitForSelector('[data-contest="error"]');
  assert.equal(await page.locator('svg.board .cell').count(), 9, 'the page is still there');
});

test('nothing outside the folder is read, and only the own page is answered', async (context) => {
  const root = scratch(context);
  const folder = join(root, 'logs');
  mkdirSync(folder);
  writeFileSync(join(root, 'secret.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(root, 'secret.csv'), 'a\n1\n');
  writeFileSync(join(folder, 'own.svg'), '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  writeFileSync(join(folder, 'notes.txt'), 'mine');
  symlinkSync(join(root, 'secret.svg'), join(folder, 'link.svg'));
  const { url } = await start(context, [folder]);
  for (const name of ['../secret.csv', '..', '.', '', '/etc/passwd', join(root, 'secret.csv'), 'a/b', '..\\secret.csv', 'x\u0000', 'notes.txt']) {
    const { error, ok } = await askMatches(url, { do: 'show', name });
    assert.equal(ok, undefined, name);
    assert.ok(error.length > 10 && (name.includes(root) || !error.includes(root)), error);
  }
  const picture = await fetchRaw(`${url}pictures/own.svg`);
  assert.deepEqual([picture.status, picture.headers['content-type']], [200, 'image/svg+xml']);
  assert.match(picture.headers['content-security-policy'], /default-src 'none'.*sandbox/);
  for (const name of ['..%2fsecret.svg', 'link.svg', '%2e%2e%2fsecret.svg', 'notes.txt', 'own.svg%00']) {
    assert.equal((await fetchRaw(`${url}pictures/${name}`)).status, 404, name);
  }
  const list = { method: 'POST', body: '{"do":"list"}' };
  assert.equal((await fetchRaw(`${url}matches`, list)).status, 200);
  assert.equal((await fetchRaw(`${url}matches`)).status, 405, 'a link cannot ask');
  const { origin } = new URL(url);
  assert.equal((await fetchRaw(`${origin}/matches`, list)).status, 404, 'no token');
  assert.equal((await fetchRaw(`${origin}/${'0'.repeat(32)}/matches`, list)).status, 404, 'a wrong token');
  for (const headers of [{ origin: 'http://example.org' }, { host: 'example.org' }, { origin: 'null' }]) {
    assert.equal((await fetchRaw(`${url}matches`, { ...list, headers })).status, 403);
  }
  for (const body of ['', '{', '[]', '{"do":"rm"}', '{"do":"show"}', '{"do":"stop","name":"x"}', '{"do":"game","name":"own.svg","number":1}']) {
    const { error } = JSON.parse((await fetchRaw(`${url}matches`, { method: 'POST', body })).text);
    assert.ok(error.length > 10, body);
  }
});
