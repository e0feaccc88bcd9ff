// The form that chooses a board, for games that have several.

import { button, check, field, h, number } from './dom.js';
import { t } from './words.js';

/** @param {import('./app.js').App} app @param {(start: string) => void} begin */
export function boardForm(app, begin) {
  const { sizes, forbidden, randomBoard } = app.description;
  const view = app.game.view;
  if (!sizes || !view) return null;
  let { rows, columns } = view;
  const at = view.cells.indexOf('#');
  let cross = at >= 0;
  let [row, column] = cross ? [Math.floor(at / columns), at % columns] : [0, 0];
  const size = h(
    'div',
    { class: 'row' },
    field(
      t('rows'),
      number(t('rows'), rows, { min: sizes.rows[0], max: sizes.rows[1] }, (value) => {
        rows = value;
      }),
    ),
    field(
      t('columns'),
      number(t('columns'), columns, { min: sizes.columns[0], max: sizes.columns[1] }, (value) => {
        columns = value;
      }),
    ),
  );
  const cell = h(
    'div',
    { class: 'row' },
    check(t('forbidden'), cross, (on) => {
      cross = on;
    }),
    number(`${t('forbidden')}: ${t('rows')}`, row + 1, { min: 1, max: sizes.rows[1] }, (value) => {
      row = value - 1;
    }),
    number(`${t('forbidden')}: ${t('columns')}`, column + 1, { min: 1, max: sizes.columns[1] }, (value) => {
      column = value - 1;
    }),
  );
  const apply = () => begin(`${rows}x${columns}${forbidden && cross ? `-${row},${column}` : ''}`);
  const random = async () => {
    const made = await app.guard(
      app.engine.ask({ do: 'random-board', seed: Math.floor(Math.random() * 1e9) }),
    );
    if (made) begin(made.start);
  };
  return h(
    'details',
    { 'data-form': 'board' },
    h('summary', {}, t('board.size')),
    size,
    forbidden ? cell : null,
    h(
      'div',
      { class: 'actions' },
      button(t('apply'), apply, { 'data-action': 'apply-board' }),
      randomBoard ? button(t('random.board'), random) : null,
    ),
  );
}
