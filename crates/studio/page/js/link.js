// The connection to the local server: the page notices when it is cut off, and when the
// server answers again.

import { games } from './engine.js';

/** Milliseconds between two questions, while the server answers and while it does not. */
const [CALM, ANXIOUS] = [5000, 1500];

/**
 * @typedef {object} Link
 * @property {() => void} gone the server does not answer
 * @property {() => void} other another server answers at its address
 * @property {() => void} back the server answers again
 */

/** @typedef {'here' | 'gone' | 'other'} State */

/** @type {State} */
let state = 'here';
/** @type {Link | null} */
let link = null;

/** Asks the server again and again. A static site needs no server. @param {Link} page */
export async function watchServer(page) {
  if (!Object.values(await games()).includes('server')) return;
  link = page;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, state === 'here' ? CALM : ANXIOUS));
    found(await look());
  }
}

/** A request had no answer. */
export const lost = () => found('gone');

/** @param {State} now */
function found(now) {
  if (now === state) return;
  state = now;
  if (now === 'gone') link?.gone();
  else if (now === 'other') link?.other();
  else link?.back();
}

/** @returns {Promise<State>} */
async function look() {
  try {
    const url = new URL('../engine/games.json', import.meta.url);
    const response = await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(10_000) });
    return response.ok ? 'here' : 'other';
  } catch {
    return 'gone';
  }
}
