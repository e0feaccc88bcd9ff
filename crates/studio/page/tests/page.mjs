// What the tests share: the site on a plain file server, a browser, and pages that note
// every request and every error.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launch } from './browser.mjs';
import { serve } from './serve.mjs';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** The folder of the static site. */
export const SITE = process.env.SITE ?? `${ROOT}dist/site`;
const TARGET = process.env.CARGO_TARGET_DIR ?? `${ROOT}target`;

export const GAMES = JSON.parse(readFileSync(`${SITE}/engine/games.json`, 'utf8'));
export const fixture = (name) => `${ROOT}fixtures/${name}`;

/** Time for one thing to happen, on a loaded machine. */
export const PATIENCE = Number(process.env.PATIENCE ?? 60_000);

let browser;
let server;
const pages = [];

/** Starts server and browser for the tests of a file; `types: false` is a server that does not know WebAssembly. */
export function withBrowser(options = {}) {
  before(async () => {
    server = await serve(SITE, options);
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    server?.close();
    for (const { outside, errors } of pages) {
      assert.deepEqual(outside, [], 'no request leaves the origin');
      assert.deepEqual(errors, [], 'no error is left to the console');
    }
    assert.ok(pages.length > 0);
  });
}

/** Opens an address of the static site. */
export const open = (address, context = {}) => openAt(server.url + address, server.url, { context });

/** Opens an address of any server. */
export async function openAt(address, origin, { context = {}, expectsErrors = false } = {}) {
  const page = await (await browser.newContext({ locale: 'en', ...context })).newPage();
  const seen = { page, origin, outside: [], errors: [], requests: [] };
  pages.push(seen);
  page.setDefaultTimeout(PATIENCE);
  page.on('request', (request) => {
    seen.requests.push(request.url());
    if (!request.url().startsWith(origin) && !/^(blob|data):/.test(request.url()))
      seen.outside.push(request.url());
  });
  const note = (text) => expectsErrors || seen.errors.push(text);
  page.on('pageerror', (error) => note(String(error)));
  page.on('console', (message) => message.type() === 'error' && note(message.text()));
  await page.goto(address);
  await page.waitForSelector('svg.board .cell', { state: 'attached' });
  return Object.assign(page, { seen });
}

/** Closes the pages of a server that ends: they would go on asking for it. */
export const closePages = (origin) =>
  Promise.all(pages.filter((seen) => seen.origin === origin).map(({ page }) => page.context().close()));

/** The text of the status line. */
export const status = (page) => page.locator('[data-status]').innerText();

/** Waits until the engine of the open tab has finished. */
export const idle = (page) => page.waitForSelector('[data-thinking="false"]', { state: 'attached' });

/** The reply of the native engine. */
export function native(game, ...requests) {
  const input = requests.map((request) => `${JSON.stringify(request)}\n`).join('');
  const { stdout, stderr } = spawnSync(`${TARGET}/local/examples/ask`, [game], { input, maxBuffer: 1 << 28 });
  const lines = stdout.toString().trim().split('\n');
  assert.equal(lines.length, requests.length, stderr.toString());
  return lines.map((line) => JSON.parse(line));
}

/** The command `arena`. */
export const ARENA = `${TARGET}/local/arena`;

/** What it writes. */
export const arena = (...args) => execFileSync(ARENA, args, { maxBuffer: 1 << 26 }).toString();

/** The replies of the engine in the page. */
export function inPage(page, game, ...requests) {
  return page.evaluate(
    async ([name, list]) => {
      const { open: openGame } = await import('/js/engine.js');
      const engine = await openGame(name);
      const replies = [];
      for (const request of list) replies.push({ ok: await engine.ask(request) });
      engine.close();
      return replies;
    },
    [game, requests],
  );
}
