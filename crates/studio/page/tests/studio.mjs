// `arena studio` for the tests, each with a state folder and a folder of logs of its own.

import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ARENA, closePages } from './page.mjs';

/** A new folder that is removed after the test. */
export function scratch(context, name = 'studio') {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  // Programs run as a user of their own.
  chmodSync(folder, 0o755);
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Starts `arena studio` with these arguments; returns the process, its address, and how to
 * kill it. `state` is the folder in which the address is kept.
 */
export function start(context, args = [], state = scratch(context, 'state')) {
  const server = spawn(ARENA, ['studio', ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, XDG_STATE_HOME: state },
  });
  const ended = new Promise((resolve) => server.on('exit', resolve));
  const kill = () => {
    server.kill('SIGKILL');
    return ended;
  };
  let address = '';
  context.after(async () => {
    await closePages(address);
    await kill();
  });
  return new Promise((resolve, reject) => {
    let text = '';
    server.stdout.on('data', (data) => {
      text += data;
      const url = /http:\S+/.exec(text)?.[0];
      if (!url) return;
      address = url;
      resolve({ server, url, kill, state });
    });
    ended.then((code) => reject(new Error(`arena studio ended with ${code}: ${text}`)));
  });
}

/** The answer to a request with any headers: its status and text. */
export const fetchRaw = (url, { method = 'GET', headers = {}, body = '' } = {}) =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (data) => (text += data));
      response.on('end', () => {
        resolve({ status: response.statusCode, text, headers: response.headers });
        sent.destroy();
      });
    });
    sent.on('error', reject);
    // A server that refuses a body closes the connection before it has read it: the answer
    // counts, and what is still being written fails.
    sent.on('socket', (socket) => socket.on('error', () => {}));
    sent.end(body);
  });

/** A request about the folder: its reply, or an error. */
export const askMatches = async (url, request) =>
  JSON.parse((await fetchRaw(`${url}matches`, { method: 'POST', body: JSON.stringify(request) })).text);
