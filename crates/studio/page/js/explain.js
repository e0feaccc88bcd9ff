// A simulation as steps, each with a sentence and what it lights on the board.

import { signed } from './format.js';
import { amafOf, ruleOf, withNumbers } from './formula.js';
import { sideName, t } from './words.js';

/**
 * @typedef {import('./types.js').Simulation} Simulation
 * @typedef {{kind: 'select' | 'expand' | 'simulate' | 'backup', text: string, numbers?: string, path: import('./types.js').Played[], playout: import('./types.js').Played[]}} Step
 */

/** @param {Simulation} simulation @param {string} game @param {import('./types.js').GlassOptions} options @returns {Step[]} */
export function steps(simulation, game, options) {
  /** @type {Step[]} */
  const list = [];
  const path = simulation.levels.map((level) => level.chosen);
  simulation.levels.forEach((level, depth) => {
    list.push({
      kind: 'select',
      text: t('phase.select', depth, level.visits, reason(level, options)),
      numbers: withNumbers(level, options),
      path: path.slice(0, depth + 1),
      playout: [],
    });
  });
  const leaf = path.at(-1)?.move ?? '';
  list.push({
    kind: 'expand',
    text: simulation.expanded ? t('phase.expand', simulation.expanded, leaf) : t('phase.expand.none'),
    path,
    playout: [],
  });
  const result = resultText(simulation, game, path);
  const simulate =
    simulation.leaf === 'open'
      ? t('phase.simulate', simulation.playout.length, result)
      : t(simulation.leaf === 'terminal' ? 'phase.simulate.terminal' : 'phase.simulate.proven', result);
  list.push({ kind: 'simulate', text: simulate, path, playout: simulation.playout });
  const backup = t(
    options.bugs.noSignChange ? 'phase.backup.bug' : 'phase.backup',
    signed(simulation.value, Number.isInteger(simulation.value) ? 0 : 2) || '0',
    path.length + 1,
  );
  const proven = simulation.proven.map((p) => t('phase.proven.at', p.depth, t(`proof.${p.proof.outcome}`)));
  list.push({
    kind: 'backup',
    text: backup + (proven.length ? t('space') + t('phase.proven', proven.join('; ')) : ''),
    path,
    playout: [],
  });
  return list;
}

/** Why a move was chosen, with the numbers. @param {import('./types.js').Level} level @param {import('./types.js').GlassOptions} options */
function reason(level, options) {
  const chosen = level.moves.find((m) => m.move === level.chosen.move);
  if (!chosen || (chosen.visits === 0 && chosen.score === null))
    return t('phase.select.first', level.chosen.move);
  if (chosen.score === null) return t('phase.select.proven', level.chosen.move);
  const hasAmaf = ruleOf(options) === 'rave';
  if (chosen.visits === 0 && hasAmaf) {
    const { count, mean } = amafOf(chosen);
    return t('phase.select.amaf', chosen.move, count, signed(mean, 2) || '0', signed(chosen.score, 2));
  }
  // PUCT lends an unvisited move the value of its parent.
  if (chosen.visits === 0) return t('phase.select.fpu', chosen.move, signed(chosen.score, 2));
  const others = level.moves
    .filter((m) => m.move !== chosen.move && m.score !== null)
    .sort((a, b) => (b.score ?? 0) - (a.score ?? 0));
  const text = t(
    hasAmaf ? 'phase.select.rave' : 'phase.select.score',
    chosen.move,
    signed(chosen.value, 2) || '0',
    signed(chosen.score - chosen.value, 2),
    signed(chosen.score, 2),
  );
  return others.length
    ? `${text}${t('space')}${t('phase.select.second', others[0].move, signed(others[0].score ?? 0, 2))}`
    : text;
}

/** @param {Simulation} simulation @param {string} game @param {import('./types.js').Played[]} path */
function resultText(simulation, game, path) {
  const root = path[0]?.side ?? 0;
  if (simulation.value === 0) return t('result.draw');
  return t('result.win', sideName(game, simulation.value > 0 ? root : 1 - root));
}
