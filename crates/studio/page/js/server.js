// The engine on the local server: the same interface as the engine in a worker. A long
// request is a stream of events; closing the connection stops it.

import { RequestError } from './error.js';
import { lost } from './link.js';
import { t } from './words.js';

/** This page's own engines on the server. */
const page = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16)).join('');

/** @typedef {import('./engine.js').Engine} Engine */

/** Sends a request to the server. @param {URL} url @param {object} request @param {AbortSignal} [signal] */
export async function post(url, request, signal) {
  let response;
  try {
    response = await fetch(url, { method: 'POST', body: JSON.stringify(request), signal });
  } catch (error) {
    if (signal?.aborted) throw error;
    lost();
    throw new RequestError(t('server.gone'));
  }
  if (response.status === 404) throw new RequestError(t('server.other'));
  if (!response.ok) throw new RequestError((await response.text()).slice(0, 300));
  return response;
}

/** @implements {Engine} */
export class ServerEngine {
  /** @param {string} game */
  constructor(game) {
    this.game = game;
    /** @type {AbortController | null} */
    this.running = null;
  }

  /** @param {string} kind @param {object} request @param {AbortSignal} [signal] */
  send(kind, request, signal) {
    return post(new URL(`../api/${page}/${this.game}/${kind}`, import.meta.url), request, signal);
  }

  /** @param {object} request */
  async ask(request) {
    return unpack(await (await this.send('ask', request)).text());
  }

  /** @param {object} request @param {(report: any) => void} [progress] @returns {import('./engine.js').Job} */
  run(request, progress) {
    this.running?.abort();
    const control = new AbortController();
    this.running = control;
    return { done: this.follow(request, control.signal, progress), stop: () => control.abort() };
  }

  /** @param {object} request @param {AbortSignal} signal @param {(report: any) => void} [progress] */
  async follow(request, signal, progress) {
    try {
      const response = await this.send('run', request, signal);
      // An error that is known before the engine starts is no stream.
      if (!response.headers.get('content-type')?.startsWith('text/event-stream'))
        return unpack(await response.text());
      for await (const { event, data } of events(response)) {
        if (event === 'reply') return unpack(data);
        if (event === 'progress' && !signal.aborted) progress?.(JSON.parse(data));
      }
    } catch (error) {
      if (signal.aborted) return null;
      if (error instanceof RequestError) throw error;
    }
    if (signal.aborted) return null;
    throw new RequestError(t('server.gone'));
  }

  close() {
    this.running?.abort();
  }
}

/** The content of a reply; an error is thrown. @param {string} text */
export function unpack(text) {
  const { ok, error } = JSON.parse(text);
  if (error !== undefined) throw new RequestError(error);
  return ok;
}

/** The events of a stream. @param {Response} response */
async function* events(response) {
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    rest += decoder.decode(value, { stream: true });
    const blocks = rest.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (/** @type {string} */ name) =>
        new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1] ?? '';
      yield { event: field('event'), data: field('data') };
    }
  }
}
