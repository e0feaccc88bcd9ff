// The players of a game: a person or a strategy with a level, as the page chooses them and
// as the address carries them.

import { RequestError } from './error.js';
import { t } from './words.js';

/** The judge whose clock is shown, by game. @type {Record<string, string>} */
const JUDGES = { connect4: 'saiblo', 'connect4-7x6': 'kaggle' };

/** Levels: milliseconds per move, and simulations or nodes. */
const TIMES = [100, 500, 1000, 3000, 10_000];
const COUNTS = [100, 1000, 10_000, 100_000];

/** Longest text of a player in an address. */
const LONGEST = 300;

/**
 * @typedef {import('./types.js').Description} Description
 * @typedef {{who: string, level: string}} Player `who` is 'you' or a strategy with its parameters
 */

/** A person against the default engine. @param {Description} description @returns {[Player, Player]} */
export const usualPlayers = (description) => [
  { who: 'you', level: 'ms:1000' },
  { who: description.strategies[0].name, level: 'ms:1000' },
];

/** The judge of a game. @param {Description} description */
export const judgeOf = (description) =>
  description.judges.find((judge) => judge.name === (JUDGES[description.name] ?? 'botzone'));

/** The strategy of a player. @param {Description} description @param {string} who */
export const strategyOf = (description, who) =>
  description.strategies.find((strategy) => strategy.name === who.split(':')[0]);

/** The levels of a player, with their texts. @param {Description} description @param {string} who @returns {[string, string][]} */
export function levelsOf(description, who) {
  const work = strategyOf(description, who)?.work ?? 'nothing';
  const judge = judgeOf(description);
  /** @type {[string, string][]} */
  const levels = TIMES.map((ms) => [`ms:${ms}`, t('time.s', ms / 1000)]);
  if (judge) levels.push(['judge', t('time.judge', judge.name, judge.each / 1000)]);
  if (work !== 'nothing')
    COUNTS.forEach((count) => levels.push([`count:${count}`, t(`count.${work}`, count.toLocaleString())]));
  return levels;
}

/** The limit of a move. @param {Description} description @param {string} level @param {number} ply @returns {import('./types.js').Limit} */
export function limitOf(description, level, ply) {
  const [kind, amount] = level.split(':');
  const judge = judgeOf(description);
  if (kind === 'count') return { count: Number(amount) };
  if (kind === 'ms' || !judge) return { ms: Number(amount) || 1000 };
  return { ms: (ply < 2 ? judge.first : judge.each) - judge.margin };
}

/** The players as an address carries them; a usual one is left out. @param {Player[]} players @param {Description} description */
export function writePlayers(players, description) {
  const usual = usualPlayers(description);
  return players.map(({ who, level }, side) =>
    who === usual[side].who && (who === 'you' || level === usual[side].level)
      ? ''
      : who === 'you'
        ? who
        : `${who}@${level}`,
  );
}

/** The players of an address; a wrong one is an error. @param {string[]} texts @param {Description} description @returns {[Player, Player]} */
export function readPlayers(texts, description) {
  const players = usualPlayers(description);
  texts.forEach((text, side) => {
    if (!text) return;
    const [who, level = 'ms:1000'] = text.slice(0, LONGEST).split('@');
    const quoted = `'${who.slice(0, 40)}'`;
    const names = description.strategies.map(({ name }) => name).join(', ');
    if (who !== 'you' && !strategyOf(description, who))
      throw new RequestError(`${description.name} has no strategy ${quoted}; there are: ${names}`);
    const levels = levelsOf(description, who).map(([name]) => name);
    if (!levels.includes(level))
      throw new RequestError(`level='${level.slice(0, 40)}' is not accepted; use ${levels.join('|')}`);
    players[side] = { who, level };
  });
  return players;
}
