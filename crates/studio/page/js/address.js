// The address carries game, tab, starting position, moves and players, so that it can be
// shared.

/** @typedef {{game: string | null, tab: string | null, start: string, moves: string[], ply: number | null, log?: string, players?: string[]}} Address */

/** Longest text that is taken from an address. */
const LONGEST = 4000;

/** Names of the players in an address. */
const SIDES = ['first', 'second'];

/** @param {string} hash @returns {Address} */
export function readAddress(hash) {
  const values = new URLSearchParams(hash.replace(/^#/, '').slice(0, LONGEST));
  const moves = (values.get('moves') ?? '').split(/[\s,.]+/).filter((word) => word !== '');
  const ply = Number.parseInt(values.get('ply') ?? '', 10);
  return {
    game: values.get('game'),
    tab: values.get('tab'),
    start: values.get('start') || 'start',
    moves,
    ply: Number.isInteger(ply) && ply >= 0 ? ply : null,
    log: values.get('log') ?? '',
    players: SIDES.map((side) => values.get(side) ?? ''),
  };
}

/** @param {{game: string, tab: string, start: string, moves: string[], ply: number, log?: string, players: string[]}} address */
export function writeAddress({ game, tab, start, moves, ply, log, players }) {
  const values = new URLSearchParams({ game, tab });
  if (start !== 'start') values.set('start', start);
  if (moves.length > 0) values.set('moves', moves.join('.'));
  if (ply !== moves.length) values.set('ply', String(ply));
  SIDES.forEach((side, i) => players[i] && values.set(side, players[i]));
  if (tab === 'matches' && log) values.set('log', log);
  return `#${values}`;
}
