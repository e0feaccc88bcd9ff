// The local server: native engines, the same page, and nothing for anyone else.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PATIENCE, idle, openAt, status, withBrowser } from './page.mjs';
import { fetchRaw, start } from './studio.mjs';

withBrowser();

const ask = async (url, options) => (await fetchRaw(url, options)).status;

test('a game is played and analysed with native engines, and no WebAssembly is loaded', async (context) => {
  const { url } = await start(context);
  const page = await openAt(`${url}#game=othello`, url);
  await page.selectOption('[data-level="1"]', 'ms:100');
  await page.locator('.cell.is-legal').first().click();
  await page.waitForSelector('svg.board[data-ply="2"]');
  await page.click('[data-tab="analyse"]');
  await page.selectOption('[data-analyse="time"]', '0');
  await page.waitForSelector('.value.best');
  await page.click('[data-analyse="stop"]');
  await page.selectOption('[data-analyse="time"]', '1000');
  await idle(page);
  await page.click('[data-tab="glass"]');
  await page.click('[data-glass="one"]');
  await page.waitForFunction(() => /\b1 simulation,/.test(document.querySelector('.explain').textContent));
  assert.equal(page.seen.requests.filter((address) => address.endsWith('.wasm')).length, 0);
});

test('only the page of this server is answered', async (context) => {
  const { url } = await start(context);
  const { origin, port } = new URL(url);
  const api = `${url}api/page/tictactoe/ask`;
  const body = '{"do":"describe"}';
  assert.equal(await ask(api, { method: 'POST', body }), 200);
  assert.equal(await ask(url), 200);
  assert.equal(await ask(`${origin}/`), 404, 'no token');
  assert.equal(await ask(`${origin}/${'0'.repeat(32)}/index.html`), 404, 'a wrong token');
  assert.equal(await ask(api, { method: 'POST', body, headers: { origin: 'http://example.org' } }), 403);
  assert.equal(await ask(api, { method: 'POST', body, headers: { host: `example.org:${port}` } }), 403);
  assert.equal(await ask(url, { headers: { host: 'example.org' } }), 403);
  for (const path of ['../Cargo.toml', '%2e%2e/Cargo.toml', 'js/../../../../etc/passwd', '/etc/passwd', 'js/..%2f..%2fbuild.rs', 'tests/serve.mjs']) {
    assert.equal(await ask(url + path), 404, path);
  }
  assert.equal(await ask(api, { method: 'POST', body: 'x'.repeat(40_000_000) }).catch(() => 413), 413, 'too large');
});

test('the page says that the server is gone, and recovers by itself when it is back', async (context) => {
  const { url, kill, state } = await start(context);
  const page = await openAt(`${url}#game=tictactoe&moves=b2`, url, { expectsErrors: true });
  await page.click('[data-tab="replay"]');
  await kill();
  // The user does nothing: the page notices it.
  await page.waitForSelector('.banner:not(:empty)', { timeout: PATIENCE });
  assert.match(await page.locator('.banner').innerText(), /The server does not answer/);
  await page.click('[data-step="back"]');
  assert.equal(await page.locator('.cell').count(), 9, 'the board is still there');
  const again = await start(context, [], state);
  assert.equal(again.url, url, 'the address is kept');
  await page.waitForSelector('.banner:empty', { state: 'attached', timeout: PATIENCE });
  await page.click('[data-tab="analyse"]');
  await idle(page);
  await page.waitForSelector('.value.best');
  assert.match(await status(page), /to move/);
});

test('the page says that another server has taken its address', async (context) => {
  const { url, kill, state } = await start(context);
  const page = await openAt(`${url}#game=tictactoe&moves=b2`, url, { expectsErrors: true });
  await page.click('[data-tab="replay"]');
  await kill();
  const other = await start(context, ['--new-address', '--port', new URL(url).port], state);
  assert.notEqual(other.url, url);
  await page.waitForFunction(() => /Another server answers here/.test(document.querySelector('.banner').textContent));
  // The part from # on keeps the game.
  const hash = await page.evaluate(() => location.hash);
  const moved = await openAt(other.url + hash, other.url);
  const { length } = new URLSearchParams(hash.slice(1)).get('moves').split('.');
  await moved.waitForSelector(`svg.board[data-ply="${length}"]`);
});

test('two servers have different addresses', async (context) => {
  const first = await start(context);
  const second = await start(context, [], first.state);
  assert.notEqual(new URL(first.url).port, new URL(second.url).port);
  assert.notEqual(new URL(first.url).pathname, new URL(second.url).pathname);
});
