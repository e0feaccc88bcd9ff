// Numbers and results as texts.

import { has, t } from './words.js';

/** 1234567 as 1.2M. @param {number} n */
export function short(n) {
  if (n < 1000) return String(n);
  if (n < 10_000) return `${(n / 1000).toFixed(1)}k`;
  if (n < 1_000_000) return `${Math.round(n / 1000)}k`;
  return `${(n / 1e6).toFixed(n < 1e7 ? 1 : 0)}M`;
}

/** A value in [−1, 1] as a win chance. @param {number} value */
export const percent = (value) => `${Math.round(50 * (value + 1))}%`;

/** @param {number} n @param {number} [digits] */
export const signed = (n, digits = 0) => (n > 0 ? '+' : n < 0 ? '−' : '') + Math.abs(n).toFixed(digits);

/** @param {number} ms */
export const seconds = (ms) => (ms / 1000).toFixed(ms < 9950 ? 1 : 0);

/** A proof in words. @param {import('./types.js').MoveReport} report */
export function proofText(report) {
  const { proof, score, solved } = report;
  if (!proof) return '';
  const word = t(`proof.${proof.outcome}`);
  if (proof.outcome === 'draw') return word;
  if (solved && score?.isMargin) return t('proof.by', word, Math.abs(score.points));
  if (solved) return t('proof.in', word, proof.plies);
  return score ? word : t('proof.in', word, `≤ ${proof.plies}`);
}

/** The value of a move in its unit, short. @param {import('./types.js').MoveReport} report */
export function valueText(report) {
  if (report.bound === 'unknown') return '?';
  const mark = report.bound === 'upper' ? '≤' : report.bound === 'lower' ? '≥' : '';
  if (report.score?.isMargin) return mark + signed(report.score.points);
  if (report.proof)
    return report.proof.outcome === 'draw'
      ? '='
      : t(`short.${report.proof.outcome}`, report.solved ? report.proof.plies : '');
  return mark + percent(report.value);
}

/** Name of a unit. @param {string} unit */
export const unitName = (unit) => (unit === '%' ? '%' : ` ${has(unit) ? t(unit) : unit}`);

/** What a screen reader says of a move: its value, and the expected line. @param {import('./types.js').MoveReport} m @param {import('./types.js').Played[]} played */
export function moveName(m, played) {
  const name = m.place ? m.move : t('pass');
  const value = m.bound === 'unknown' ? '' : valueText(m);
  const rest = played.slice(1).map((next) => (next.place ? next.move : t('pass')));
  const line = rest.length > 0 ? `${t('line')} ${rest.join(' ')}` : '';
  return [name, value, line].filter((text) => text !== '').join(', ');
}
