// Set up a position: choose a stone, then press cells.

import { button, choice, field, h, replace } from './dom.js';
import { sideName, t } from './words.js';

export class SetUp {
  /** @param {import('./app.js').App} app @param {() => void} changed */
  constructor(app, changed) {
    this.app = app;
    this.changed = changed;
    this.open = false;
    this.cells = '';
    this.stone = 'x';
    this.side = 0;
    this.element = h('div', { class: 'setup' });
  }

  start() {
    const view = this.app.game.view;
    if (!view) return;
    this.open = !this.open;
    this.cells = view.cells;
    this.side = view.side;
    this.show();
  }

  show() {
    if (!this.open) return replace(this.element);
    const { engine, description, game } = this.app;
    const stones = [
      ['x', sideName(engine.game, 0)],
      ['o', sideName(engine.game, 1)],
      ['.', t('stone.empty')],
    ];
    if (description.forbidden) stones.push(['#', t('stone.forbidden')]);
    const text = /** @type {HTMLInputElement} */ (
      h('input', {
        type: 'text',
        value: game.view?.text ?? '',
        'aria-label': t('position.text'),
        'data-setup': 'text',
        spellcheck: 'false',
      })
    );
    replace(
      this.element,
      h('p', { class: 'help' }, t('setup.help')),
      h(
        'div',
        { class: 'segments', role: 'group' },
        stones.map(([stone, name]) =>
          button(
            name,
            () => {
              this.stone = stone;
              this.show();
            },
            { 'aria-pressed': this.stone === stone, 'data-stone': stone },
          ),
        ),
      ),
      // In games whose positions do not say it, the stones do.
      game.view?.text.includes(' ')
        ? field(
            t('setup.side'),
            choice(
              t('setup.side'),
              [
                ['0', sideName(engine.game, 0)],
                ['1', sideName(engine.game, 1)],
              ],
              String(this.side),
              (value) => {
                this.side = Number(value);
              },
            ),
          )
        : h('p', { class: 'help' }, t('setup.counted')),
      h(
        'div',
        { class: 'actions' },
        button(t('setup.done'), () => this.finish(), { class: 'primary', 'data-setup': 'done' }),
        button(t('clear'), () => {
          this.cells = this.cells.replace(/[xo]/g, '.');
          this.changed();
        }),
        button(t('cancel'), () => this.close()),
      ),
      field(
        t('position.text'),
        h(
          'span',
          { class: 'joined' },
          text,
          button(t('read'), () => this.use(text.value.trim()), { 'data-setup': 'read' }),
        ),
      ),
    );
    this.changed();
  }

  close() {
    this.open = false;
    this.show();
    this.changed();
  }

  async finish() {
    const view = this.app.game.view;
    if (!view) return;
    const { rows, columns } = view;
    const made = await this.app.guard(
      this.app.engine.ask({ do: 'set-up', rows, columns, cells: this.cells, side: this.side }),
    );
    if (made) await this.use(made.start);
  }

  /** @param {string} start */
  async use(start) {
    const opened = this.open;
    this.open = false;
    const loaded = await this.app.load(start || 'start', []);
    if (!loaded) this.open = opened;
    this.show();
    this.changed();
  }

  /** @param {number} index */
  press(index) {
    const put = this.cells[index] === this.stone ? '.' : this.stone;
    let cells = this.cells;
    // A board has one forbidden cell at most.
    if (put === '#') cells = cells.replace('#', '.');
    this.cells = cells.slice(0, index) + put + cells.slice(index + 1);
    this.changed();
    return true;
  }

  /** @returns {import('./board.js').Marks} */
  marks() {
    return { cells: this.cells };
  }
}
