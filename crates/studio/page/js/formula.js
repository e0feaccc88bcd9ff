// The formula of a selection rule, and once more with the numbers of a move.

import { signed } from './format.js';
import { t } from './words.js';

/**
 * @typedef {import('./types.js').Level} Level
 * @typedef {import('./types.js').ScoredMove} ScoredMove
 * @typedef {import('./types.js').GlassOptions} GlassOptions
 */

/** The selection rule that is searched with: a bug makes it UCB1. @param {GlassOptions} options */
export const ruleOf = (options) => (Object.values(options.bugs).some(Boolean) ? 'ucb1' : options.rule);

/** The formula of a selection rule. @param {GlassOptions} options */
export const formula = (options) =>
  options.bugs.integerExploration ? t('formula.integer') : t(`formula.${ruleOf(options)}`);

/** A value without sign where it is 0. @param {number} value */
const plain = (value) => signed(value, 2) || '0';

/**
 * Number and mean of the AMAF values of a move in RAVE.
 * @param {ScoredMove} move
 */
export const amafOf = ({ sums: [sum, count] }) => ({ count, mean: count > 0 ? sum / count : 0 });

/**
 * The right side of the formula as text, and its value. `all` is the number of visits of the
 * node.
 * @param {ScoredMove} move @param {number} all @param {GlassOptions} options
 * @returns {[string, number] | null}
 */
function filled(move, all, options) {
  const { visits: n, value, prior } = move;
  const { c } = options;
  const ln = Math.log(Math.max(1, all));
  if (options.bugs.integerExploration) {
    const whole = Math.log(Math.max(1, Math.floor(all / n)));
    return [`${plain(value)} + ${c} · √ln(${all} div ${n})`, value + c * Math.sqrt(whole)];
  }
  const ucb1 = `${c} · √(ln ${all} / ${Math.max(1, n)})`;
  const explore = c * Math.sqrt(ln / Math.max(1, n));
  switch (ruleOf(options)) {
    case 'ucb1':
      return [`${plain(value)} + ${ucb1}`, value + explore];
    case 'puct':
      if (prior === null) return null;
      return [
        `${plain(value)} + ${c} · ${prior.toFixed(3)} · √${all} / (1 + ${n})`,
        value + (c * prior * Math.sqrt(all)) / (1 + n),
      ];
    case 'tuned': {
      const variance = Math.max(0, move.sums[0] / n - value * value);
      const bound = 4 * Math.sqrt((2 * ln) / n);
      return [
        `${plain(value)} + ${c} · √(ln ${all} / ${n} · min(1, ${variance.toFixed(2)} + ${bound.toFixed(2)}))`,
        value + c * Math.sqrt((ln / n) * Math.min(1, variance + bound)),
      ];
    }
    case 'rave': {
      const { count, mean } = amafOf(move);
      const beta = count > 0 ? count / (n + count + n * count) : 0;
      return [
        `${(1 - beta).toFixed(3)} · ${plain(value)} + ${beta.toFixed(3)} · ${plain(mean)} + ${ucb1}`,
        (1 - beta) * value + beta * mean + explore,
      ];
    }
    default:
      return null;
  }
}

/** The formula with the numbers of the chosen move. @param {Level} level @param {GlassOptions} options */
export function withNumbers(level, options) {
  const chosen = level.moves.find((m) => m.move === level.chosen.move);
  if (!chosen || chosen.score === null) return '';
  // Without a visit, only RAVE has a value of the move.
  if (chosen.visits === 0 && ruleOf(options) !== 'rave') return '';
  const found = filled(chosen, level.visits, options);
  // Another score would make this sentence false.
  if (!found || Math.abs(found[1] - chosen.score) >= 0.02) return '';
  return t('formula.with', chosen.move, `${found[0]} = ${plain(chosen.score)}`);
}
