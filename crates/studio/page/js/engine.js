// The interface between page and engine, and its implementation with Web Workers. server.js
// is the other implementation.

import { RequestError } from './error.js';
import { ServerEngine } from './server.js';

/**
 * @typedef {object} Job
 * @property {Promise<any>} done the reply; `null` if the job was stopped
 * @property {() => void} stop ends it at once
 *
 * @typedef {object} Engine
 * @property {string} game
 * @property {(request: object) => Promise<any>} ask short requests
 * @property {(request: object, progress?: (report: any) => void) => Job} run long requests, one at a time
 * @property {() => void} close
 */

/** A module that uses a vector instruction; browsers without them refuse it. */
const SIMD_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98,
  11,
]);

/** @type {Promise<Record<string, string>> | undefined} */
let catalogue;

/** The games, each with the module it is in; `server` if the local server has the engines. */
export function games() {
  catalogue ??= fetch(new URL('../engine/games.json', import.meta.url)).then((response) => {
    if (!response.ok) throw new RequestError(`engine/games.json: ${response.status}`);
    return response.json();
  });
  return catalogue;
}

/** @type {Map<string, Promise<{script: string, module: WebAssembly.Module}>>} */
const compiled = new Map();

/** Loads and compiles a module, once. @param {string} name */
function compile(name) {
  let found = compiled.get(name);
  if (!found) {
    const form = WebAssembly.validate(SIMD_PROBE) ? `${name}-simd` : name;
    const script = new URL(`../engine/${form}.js`, import.meta.url).href;
    found = load(new URL(`../engine/${form}_bg.wasm`, import.meta.url)).then((module) => ({
      script,
      module,
    }));
    found.catch(() => compiled.delete(name));
    compiled.set(name, found);
  }
  return found;
}

/** @param {URL} url */
async function load(url) {
  const response = await fetch(url);
  if (!response.ok) throw new RequestError(`${url.pathname}: ${response.status}`);
  // A plain file server may not know the type of the file.
  if (response.headers.get('content-type') === 'application/wasm')
    return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Opens the engine of a game. @param {string} game @returns {Promise<Engine>} */
export async function open(game) {
  const list = await games();
  if (!Object.hasOwn(list, game)) {
    throw new RequestError(
      `there is no game '${game.slice(0, 40)}'; there are: ${Object.keys(list).join(', ')}`,
    );
  }
  if (list[game] === 'server') return new ServerEngine(game);
  return new WorkerEngine(game, await compile(list[game]));
}

/** One worker for short requests, and one for long ones. @implements {Engine} */
class WorkerEngine {
  /** @param {string} game @param {{script: string, module: WebAssembly.Module}} code */
  constructor(game, code) {
    this.game = game;
    this.code = code;
    this.short = new Line(game, code);
    /** @type {Line | null} */
    this.long = null;
  }

  /** @param {object} request */
  ask(request) {
    return this.short.send(request);
  }

  /** @param {object} request @param {(report: any) => void} [progress] @returns {Job} */
  run(request, progress) {
    if (this.long?.busy) {
      this.long.close();
      this.long = null;
    }
    const line = (this.long ??= new Line(this.game, this.code));
    const stop = () => {
      // An idle worker keeps its engine and its tree.
      if (!line.busy) return;
      line.close();
      if (this.long === line) this.long = null;
    };
    return { done: line.send(request, progress), stop };
  }

  close() {
    this.short.close();
    this.long?.close();
  }
}

/** A worker and the requests that wait for its answers. */
class Line {
  /** @param {string} game @param {{script: string, module: WebAssembly.Module}} code */
  constructor(game, code) {
    this.game = game;
    this.code = code;
    this.count = 0;
    /** @type {Map<number, {resolve: (value: any) => void, reject: (error: Error) => void, progress?: (report: any) => void}>} */
    this.waiting = new Map();
    this.worker = this.start();
  }

  start() {
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }) => this.receive(data);
    worker.onerror = (event) => this.fail(event.message || 'the worker cannot be started');
    worker.postMessage({ open: { ...this.code, game: this.game } });
    return worker;
  }

  get busy() {
    return this.waiting.size > 0;
  }

  /** @param {object} request @param {(report: any) => void} [progress] @returns {Promise<any>} */
  send(request, progress) {
    const id = ++this.count;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, progress });
      this.worker.postMessage({ id, request: JSON.stringify(request) });
    });
  }

  /** @param {{id: number, progress?: string, reply?: string, failed?: string}} message */
  receive({ id, progress, reply, failed }) {
    const waiter = this.waiting.get(id);
    if (!waiter) return;
    if (progress !== undefined) return waiter.progress?.(JSON.parse(progress));
    this.waiting.delete(id);
    if (failed !== undefined) {
      waiter.reject(
        new RequestError(`the engine has failed and was started again (${failed.slice(0, 200)})`),
      );
      return this.restart();
    }
    const { ok, error } = JSON.parse(reply ?? '{}');
    if (error !== undefined) waiter.reject(new RequestError(error));
    else waiter.resolve(ok);
  }

  restart() {
    this.worker.terminate();
    this.fail('the engine was started again');
    this.worker = this.start();
  }

  /** @param {string} why */
  fail(why) {
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    waiting.forEach(({ reject }) => reject(new RequestError(why)));
  }

  close() {
    this.worker.terminate();
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    waiting.forEach(({ resolve }) => resolve(null));
  }
}
