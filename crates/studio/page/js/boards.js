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
  // As the numbers at the edge of the board: rows from below, columns from the left.
  let [row, column] = cross ? [rows - Math.floor(at / columns), (at % columns) + 1] : [1, 1];
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
    field(
      t('cell.row'),
      number(`${t('forbidden')}: ${t('cell.row')}`, row, { min: 1, max: sizes.rows[1] }, (value) => {
        row = value;
      }),
    ),
    field(
      t('cell.column'),
      number(`${t('forbidden')}: ${t('cell.column')}`, column, { min: 1, max: sizes.columns[1] }, (value) => {
        column = value;
      }),
    ),
  );
  const apply = () => begin(`${rows}x${columns}${forbidden && cross ? `-${rows - row},${column - 1}` : ''}`);
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
