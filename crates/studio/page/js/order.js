// The form that starts a match between strategies or programs.

import { button, check, choice, field, h, number, replace } from './dom.js';
import { askFolder } from './folder.js';
import { t } from './words.js';

/** Limits that can be chosen: kind and count. */
const TIMES = [10, 50, 100, 500, 1000, 3000, 10_000];
const COUNTS = [100, 1000, 10_000];

export class Order {
  /** @param {import('./app.js').App} app @param {(log: string) => void} started */
  constructor(app, started) {
    this.app = app;
    this.started = started;
    const names = app.description.strategies.map(({ name }) => name);
    /** Value of each side's list, and its text if that is used. */
    this.engines = [`strategy:${names[0]}`, `strategy:${names[1] ?? names[0]}`];
    this.specs = ['', ''];
    this.limit = 'ms:50';
    this.games = 100;
    this.jobs = 1;
    this.isTest = false;
    this.test = [0, 30];
    this.adjudicate = false;
    this.key = '';
    this.element = h('div', { class: 'order' });
  }

  /** Draws the form if it has changed. @param {import('./folder.js').FolderList} list */
  show(list) {
    const { description, engine } = this.app;
    const languages = list.languages[engine.game] ?? [];
    const files = list.files.filter((file) => file.kind === 'program').map((file) => file.name);
    const key = JSON.stringify([languages, files, list.programs, this.engines, this.isTest, t('start')]);
    if (key === this.key) return;
    this.key = key;
    const options = [
      ...description.strategies.map(({ name }) => /** @type {[string, string]} */ ([`strategy:${name}`, name])),
      ...list.programs.map((name) => /** @type {[string, string]} */ ([`program:${name}`, t('order.program', name)])),
      ...files.flatMap((name) =>
        languages.map(
          (language) => /** @type {[string, string]} */ ([`file:${language}:${name}`, t('order.file', name, language)]),
        ),
      ),
    ];
    this.engines = this.engines.map((value) =>
      options.some(([known]) => known === value) ? value : options[0][0],
    );
    const usesProgram = this.engines.some((value) => !value.startsWith('strategy:'));
    if (usesProgram && !this.limit.startsWith('ms:')) this.limit = 'ms:1000';
    const limits = [
      ...TIMES.map((ms) => /** @type {[string, string]} */ ([`ms:${ms}`, t('time.s', ms / 1000)])),
      ...(usesProgram
        ? []
        : COUNTS.flatMap((n) => /** @type {[string, string][]} */ ([
            [`simulations:${n}`, t('count.simulations', n)],
            [`nodes:${n}`, t('count.nodes', n)],
          ]))),
    ];
    const side = (/** @type {number} */ i) =>
      h(
        'div',
        { class: 'order-side' },
        field(
          t('order.engine', 'AB'[i]),
          choice(t('order.engine', 'AB'[i]), options, this.engines[i], (value) => this.choose(i, value, list), {
            'data-order': `engine-${i}`,
          }),
        ),
        this.engines[i].startsWith('strategy:') ? this.spec(i) : null,
      );
    replace(
      this.element,
      side(0),
      side(1),
      h(
        'div',
        { class: 'row' },
        field(
          t('limit'),
          choice(t('limit'), limits, this.limit, (value) => (this.limit = value), { 'data-order': 'limit' }),
        ),
        field(
          t('order.games'),
          number(t('order.games'), this.games, { min: 2, max: 1_000_000, step: 2 }, (n) => (this.games = n - (n % 2))),
        ),
        field(
          t('order.jobs'),
          number(t('order.jobs'), this.jobs, { min: 1, max: list.cores }, (n) => (this.jobs = n)),
        ),
      ),
      check(t('order.test'), this.isTest, (on) => {
        this.isTest = on;
        this.games = on ? 20_000 : 100;
        this.show(list);
      }),
      this.isTest
        ? h(
            'div',
            { class: 'row' },
            [0, 1].map((i) =>
              field(
                t(`order.elo${i}`),
                number(t(`order.elo${i}`), this.test[i], { min: -1000, max: 1000 }, (n) => (this.test[i] = n)),
              ),
            ),
          )
        : null,
      check(t('order.adjudicate'), this.adjudicate, (on) => (this.adjudicate = on)),
      h('p', { class: 'help' }, t('order.help')),
      h(
        'div',
        { class: 'actions' },
        button(t('order.start'), () => this.start(), { class: 'primary', 'data-order': 'start' }),
      ),
    );
  }

  /** Parameters of a strategy. @param {number} i */
  spec(i) {
    const input = /** @type {HTMLInputElement} */ (
      h('input', {
        type: 'text',
        value: this.specs[i],
        placeholder: 'c=0.9,playout=mast',
        'aria-label': t('order.params', 'AB'[i]),
        spellcheck: 'false',
        'data-order': `params-${i}`,
      })
    );
    input.addEventListener('input', () => (this.specs[i] = input.value));
    return field(t('order.params', 'AB'[i]), input);
  }

  /** @param {number} i @param {string} value @param {import('./folder.js').FolderList} list */
  choose(i, value, list) {
    this.engines[i] = value;
    this.specs[i] = '';
    this.show(list);
    /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-order="engine-${i}"]`))?.focus();
  }

  /** The engine of a side as the server knows it. @param {number} i */
  engineOf(i) {
    const [kind, ...rest] = this.engines[i].split(':');
    if (kind === 'program') return { program: rest.join(':') };
    if (kind === 'file') return { file: { language: rest[0], name: rest.slice(1).join(':') } };
    const params = this.specs[i].trim();
    return { strategy: params ? `${rest[0]}:${params}` : rest[0] };
  }

  async start() {
    const [kind, count] = this.limit.split(':');
    const found = await this.app.guard(
      askFolder({
        do: 'start',
        game: this.app.engine.game,
        engines: [this.engineOf(0), this.engineOf(1)],
        games: this.games,
        jobs: this.jobs,
        limit: { [kind]: Number(count) },
        test: this.isTest ? this.test : null,
        adjudicate: this.adjudicate,
      }),
    );
    if (found) this.started(found.name);
  }
}
