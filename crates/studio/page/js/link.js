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

/** Asks the server again and again. A static site needs no server. @param {Link} link */
export async function watchServer(link) {
  if (!Object.values(await games()).includes('server')) return;
  /** @type {'here' | 'gone' | 'other'} */
  let state = 'here';
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, state === 'here' ? CALM : ANXIOUS));
    const found = await look();
    if (found === state) continue;
    state = found;
    if (state === 'gone') link.gone();
    else if (state === 'other') link.other();
    else link.back();
  }
}

/** @returns {Promise<'here' | 'gone' | 'other'>} */
async function look() {
  try {
    const url = new URL('../engine/games.json', import.meta.url);
    const response = await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(10_000) });
    return response.ok ? 'here' : 'other';
  } catch {
    return 'gone';
  }
}
