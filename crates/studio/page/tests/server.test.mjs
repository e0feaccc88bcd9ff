// The local server: native engines, the same page, and nothing for anyone else.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { request } from 'node:http';
import { test } from 'node:test';
import { ARENA, PATIENCE, idle, openAt, status, withBrowser } from './page.mjs';

withBrowser();

/** Starts `arena studio` for a test; returns the process and its address. */
function start(context, port = 0) {
  const server = spawn(ARENA, ['studio', '--port', String(port)], { stdio: ['ignore', 'pipe', 'ignore'] });
  context.after(() => server.kill('SIGKILL'));
  return new Promise((resolve, reject) => {
    let text = '';
    server.stdout.on('data', (data) => {
      text += data;
      const url = /http:\S+/.exec(text)?.[0];
      if (url) resolve({ server, url });
    });
    server.on('exit', (code) => reject(new Error(`arena studio ended with ${code}: ${text}`)));
  });
}

/** The status of a request with any headers. */
const ask = (url, { method = 'GET', headers = {}, body = '' } = {}) =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      response.resume();
      response.on('end', () => {
        resolve(response.statusCode);
        sent.destroy();
      });
    });
    sent.on('error', reject);
    // A server that refuses a body closes the connection before it has read it: the answer
    // counts, and what is still being written fails.
    sent.on('socket', (socket) => socket.on('error', () => {}));
    sent.end(body);
  });

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

test('the page says that the server is gone, and recovers', async (context) => {
  const { server, url } = await start(context);
  const page = await openAt(`${url}#game=tictactoe&moves=b2`, url, { expectsErrors: true });
  await page.click('[data-tab="replay"]');
  server.removeAllListeners('exit');
  const ended = new Promise((resolve) => server.on('exit', resolve));
  server.kill('SIGKILL');
  await ended;
  await page.click('[data-step="back"]');
  await page.waitForSelector('.banner:not(:empty)', { timeout: PATIENCE });
  assert.match(await page.locator('.banner').innerText(), /The server does not answer/);
  assert.equal(await page.locator('.cell').count(), 9, 'the board is still there');
  // Another server on the same port has another token.
  await start(context, Number(new URL(url).port));
  await page.click('[data-step="last.ply"], [data-step="back"]');
  await page.waitForFunction(() => /another address/.test(document.querySelector('.banner').textContent));
  assert.match(await status(page), /to move/);
});
