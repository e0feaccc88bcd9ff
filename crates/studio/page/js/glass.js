// Under glass: one or two searches of the position on the board, step by step.

import { button, check, h, replace } from './dom.js';
import { Pane } from './pane.js';
import { t } from './words.js';

/** Milliseconds between two updates, and what happens in each: steps or simulations. */
const SPEEDS = [
  { wait: 1000, steps: true, count: 1 },
  { wait: 250, steps: true, count: 1 },
  { wait: 200, steps: false, count: 1 },
  { wait: 100, steps: false, count: 5 },
  { wait: 100, steps: false, count: 100 },
  { wait: 0, steps: false, count: 5000 },
];

export class UnderGlass {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    this.panes = [
      new Pane(app, 1, 'search.a', () => this.restart()),
      new Pane(app, 2, 'search.b', () => this.restart()),
    ];
    this.two = false;
    this.running = false;
    this.speed = 2;
    this.timer = 0;
    this.result = '';
    /** @type {import('./engine.js').Job | null} */
    this.job = null;
    this.element = h('div', { class: 'panel glass' });
    this.buttons = h('div', { class: 'actions' });
  }

  get shown() {
    return this.two ? this.panes : [this.panes[0]];
  }

  enter() {
    this.build();
    this.changed();
  }

  leave() {
    this.pause();
    this.job?.stop();
    this.job = null;
  }

  build() {
    const slider = /** @type {HTMLInputElement} */ (
      h('input', {
        type: 'range',
        min: 1,
        max: SPEEDS.length,
        value: this.speed,
        'aria-label': t('glass.speed'),
        'data-glass': 'speed',
      })
    );
    const name = h('output', {}, t(`speed.${this.speed}`));
    slider.addEventListener('input', () => {
      this.speed = Number(slider.value);
      name.textContent = t(`speed.${this.speed}`);
    });
    replace(
      this.element,
      h('p', { class: 'help' }, t('glass.help')),
      this.buttons,
      h(
        'div',
        { class: 'row middle' },
        h('span', { class: 'joined speed' }, h('span', { class: 'help' }, t('glass.speed')), slider, name),
        check(t('glass.two'), this.two, (on) => {
          this.two = on;
          this.build();
          this.changed();
        }),
      ),
      h(
        'div',
        { class: this.two ? 'panes two' : 'panes' },
        this.shown.map((pane) => pane.build()),
      ),
      this.two
        ? h(
            'div',
            { class: 'duel' },
            h('p', { class: 'help' }, t('glass.board')),
            h('p', { class: 'help' }, t('duel.help')),
            h(
              'div',
              { class: 'actions' },
              this.job
                ? button(t('stop'), () => this.endDuel())
                : button(t('duel'), () => this.duel(), { 'data-glass': 'duel' }),
            ),
            h('p', { role: 'status', 'data-glass': 'duel-result' }, this.result),
          )
        : null,
    );
    this.show();
  }

  show() {
    replace(
      this.buttons,
      button(t('glass.step'), () => this.step(), { 'data-glass': 'step' }),
      button(t('glass.one'), () => this.simulate(1), { 'data-glass': 'one' }),
      button(
        this.running ? t('glass.pause') : t('glass.run'),
        () => (this.running ? this.pause() : this.run()),
        { class: 'primary', 'data-glass': 'run' },
      ),
      button(t('glass.reset'), () => this.restart(), { 'data-glass': 'reset' }),
    );
  }

  changed() {
    this.app.sayTurn();
    this.restart();
  }

  /** New searches of the position. */
  async restart() {
    this.pause();
    const view = this.app.game.view;
    if (!view || view.outcome) return this.shown.forEach((pane) => pane.clear());
    for (const pane of this.shown) await this.app.guard(pane.begin());
    this.app.redraw();
  }

  /** The next step; a new simulation if the last one is over. */
  async step() {
    this.pause();
    await this.advance();
  }

  async advance() {
    for (const pane of this.shown) await this.app.guard(pane.advance());
    this.app.redraw();
  }

  /** @param {number} count */
  async simulate(count) {
    this.pause();
    for (const pane of this.shown) await this.app.guard(pane.simulate(count));
    this.app.redraw();
  }

  run() {
    this.running = true;
    this.show();
    const turn = async () => {
      if (!this.running) return;
      const { wait, steps, count } = SPEEDS[this.speed - 1];
      if (steps) await this.advance();
      else {
        for (const pane of this.shown) await this.app.guard(pane.simulate(count));
        this.app.redraw();
      }
      if (!this.running) return;
      if (this.shown.every((pane) => pane.isOver)) return this.pause();
      this.timer = window.setTimeout(turn, wait);
    };
    turn();
  }

  pause() {
    window.clearTimeout(this.timer);
    this.running = false;
    this.show();
  }

  /** Games between the two searches: what a change is worth. */
  async duel() {
    const { game } = this.app;
    this.pause();
    const show = (/** @type {{wins: number, draws: number, losses: number}} */ r) => {
      this.result = t('duel.result', r.wins, r.draws, r.losses);
      const line = this.element.querySelector('[data-glass="duel-result"]');
      if (line) line.textContent = this.result;
    };
    const job = this.app.run(
      {
        do: 'duel',
        at: game.at,
        searches: this.panes.map((pane) => pane.options),
        simulations: 200,
        games: 20,
      },
      show,
    );
    this.job = job;
    this.result = '';
    this.build();
    const result = await this.app.guard(job.done);
    if (this.job !== job) return;
    this.job = null;
    if (result) show(result);
    this.build();
  }

  endDuel() {
    const { job } = this;
    this.job = null;
    job?.stop();
    this.build();
  }

  /** @returns {import('./board.js').Marks} */
  marks() {
    return this.panes[0].marks();
  }
}
