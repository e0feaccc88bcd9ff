// The columns of a table as curves: those of a training have names, and what was measured
// before and during a fit is in one picture.

import { curve } from './curves.js';
import { h } from './dom.js';
import { has, t } from './words.js';

/** @typedef {{name: string, over: string, points: [number, number][]}} Column */

/** End of the name of a column that was measured during the fit of a round. */
const FIT = '_fit';

/** Columns of a training that say most. */
const FIRST = ['value', 'policy', 'hits', 'gate'];

/** @param {Column[]} columns */
export function tableCurves(columns) {
  const byName = new Map(columns.map((column) => [column.name, column]));
  // The table that `learn` writes has these columns, other tables keep their own names.
  const isTraining = ['value', 'policy', `value${FIT}`].every((name) => byName.has(name));
  const order = (/** @type {Column} */ { name }) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  const shown = columns.filter(({ name }) => !(name.endsWith(FIT) && byName.has(name.slice(0, -FIT.length))));
  if (isTraining) shown.sort((a, b) => order(a) - order(b));
  return h(
    'div',
    { class: 'courses' },
    shown.map(({ name, over, points }) => {
      const fit = byName.get(name + FIT);
      const label = isTraining && has(`column.${name}`) ? t(`column.${name}`) : name;
      return h(
        'figure',
        { 'data-curve': name },
        h('figcaption', {}, label),
        curve({
          label,
          over: over ? (has(`over.${over}`) ? t(`over.${over}`) : over) : t('row'),
          points,
          second: fit?.points,
          bounds: isTraining && name === 'gate' ? [{ value: 0.5, label: t('column.gate.even') }] : [],
        }),
        fit
          ? h(
              'p',
              { class: 'legend' },
              h('span', { class: 'key curve' }, isTraining ? t('column.before') : name),
              h('span', { class: 'key second' }, isTraining ? t('column.after') : fit.name),
            )
          : null,
      );
    }),
  );
}
