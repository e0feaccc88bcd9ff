// Replay: recorded games of judges and programs, in and out.

import { button, choice, field, h, replace } from './dom.js';
import { games } from './engine.js';
import { percent, seconds, signed } from './format.js';
import { Reviewer } from './review.js';
import { explained, t } from './words.js';

/** Largest file that is read, in MB. */
const MOST_MB = 20;

/** @typedef {import('./types.js').RecordedGame} RecordedGame */

export class Replay {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    /** @type {RecordedGame[]} */
    this.games = [];
    this.total = 0;
    this.number = 0;
    /** The game that was drawn last. @type {string[]} */
    this.reviewed = [];
    this.format = app.description.formats[0];
    this.reviewer = new Reviewer(
      app,
      () => app.description.strategies[0].name,
      () => {
        this.element.dataset.thinking = String(this.reviewer.job !== null);
      },
    );
    this.element = h('div', { class: 'panel' });
    this.list = h('div', {});
    this.note = h('div', { role: 'status' });
    this.input = /** @type {HTMLTextAreaElement} */ (
      h('textarea', { rows: 4, 'aria-label': t('replay.text'), spellcheck: 'false', 'data-replay': 'text' })
    );
    this.out = /** @type {HTMLTextAreaElement} */ (
      h('textarea', { rows: 3, readonly: true, 'aria-label': t('export.text'), 'data-replay': 'out' })
    );
  }

  enter() {
    const file = /** @type {HTMLInputElement} */ (
      h('input', { type: 'file', class: 'hidden', id: 'replay-file', 'data-replay': 'file' })
    );
    file.addEventListener('change', () => file.files?.[0] && this.readFile(file.files[0]));
    const drop = h(
      'div',
      { class: 'drop' },
      h('p', { class: 'help' }, t('replay.drop')),
      this.input,
      h(
        'div',
        { class: 'actions' },
        button(t('replay.read'), () => this.read(this.input.value), {
          class: 'primary',
          'data-replay': 'read',
        }),
        h('label', { class: 'button', for: 'replay-file', tabindex: 0 }, t('replay.file')),
        file,
      ),
    );
    const formats = this.app.description.formats.map(
      (name) => /** @type {[string, string]} */ ([name, name]),
    );
    replace(
      this.element,
      drop,
      this.list,
      this.note,
      this.reviewer.element,
      h('h3', {}, t('export')),
      h(
        'div',
        { class: 'row' },
        choice(
          t('export'),
          formats,
          this.format,
          (value) => {
            this.format = value;
            this.write();
          },
          { 'data-replay': 'format' },
        ),
        button(t('export.save'), () => this.save()),
        button(t('share'), () => this.app.share()),
      ),
      this.out,
    );
    this.showList();
    this.changed();
  }

  leave() {
    this.reviewer.halt();
  }

  /** A file or text was dropped on the page. @param {DragEvent} event */
  dropped(event) {
    const file = event.dataTransfer?.files[0];
    if (file) this.readFile(file);
    else this.read(event.dataTransfer?.getData('text') ?? '');
  }

  /** @param {File} file */
  async readFile(file) {
    const size = file.size / 1e6;
    if (size > MOST_MB) return this.app.fail(t('replay.large', size.toFixed(0), MOST_MB));
    await this.read(await file.text());
  }

  /** Reads a text; if it is of another game, that game is opened. @param {string} text */
  async read(text) {
    this.app.say(t('reading'));
    const names = Object.keys(await games());
    const current = this.app.engine.game;
    let first = '';
    /** The file, if the game of the page finds every record in it wrong. @type {any} */
    let wrong = null;
    for (const name of [current, ...names.filter((other) => other !== current)]) {
      try {
        const engine = name === current ? this.app.engine : await this.app.home.borrow(name);
        const found = await engine.ask({ do: 'read', text });
        if (found.games.some((/** @type {RecordedGame} */ game) => !game.error))
          return await this.app.home.showRecord(name, found);
        // A transcript may begin with moves that another game has, too.
        if (name === current) wrong = found;
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        // The file names its game.
        const named = /^the record is of (\S+), not of/.exec(message)?.[1];
        if (named && names.includes(named) && named !== name) {
          try {
            return await this.app.home.showRecord(
              named,
              await (await this.app.home.borrow(named)).ask({ do: 'read', text }),
            );
          } catch (other) {
            return this.refuse(other instanceof Error ? other.message : String(other));
          }
        }
        first ||= message;
        // The text begins as a game of this kind does.
        if (name === current && /^(game \d+, )?move ([2-9]|\d\d)/.test(message)) break;
      }
    }
    if (wrong) return this.app.home.showRecord(current, wrong);
    this.app.home.release();
    this.refuse(first);
  }

  /** The file cannot be used. @param {string} why */
  refuse(why) {
    this.app.sayTurn();
    this.app.fail(why);
  }

  /** @param {{total: number, games: RecordedGame[]}} found */
  async use(found) {
    this.games = found.games;
    this.total = found.total;
    const first = this.games.findIndex((game) => !game.error);
    await this.choose(Math.max(0, first));
  }

  /** @param {number} number */
  async choose(number) {
    const record = this.games[number];
    if (!record) return;
    this.number = number;
    if (record.error) return this.refuse(record.error);
    if (
      !(await this.app.load(
        record.start,
        record.moves.map((m) => m.move),
      ))
    )
      return;
    const { game } = this.app;
    game.notes = record.notes;
    game.players = record.players;
    this.showList();
    await game.go(0);
  }

  showList() {
    const record = this.games[this.number];
    if (!record) return replace(this.list);
    const name = (/** @type {string | null} */ player) => player ?? t('unknown.player');
    const options = this.games.map(
      (game, i) =>
        /** @type {[string, string]} */ ([
          String(i),
          `${game.number}. ${game.error ? t('error') : `${name(game.players[0])} – ${name(game.players[1])}`}`,
        ]),
    );
    replace(
      this.list,
      h('h3', {}, t('replay.games', this.total)),
      this.games.length > 1
        ? field(
            t('replay.game'),
            choice(t('replay.game'), options, String(this.number), (value) => this.choose(Number(value)), {
              'data-replay': 'game',
            }),
          )
        : null,
      record.error
        ? null
        : h(
            'p',
            { 'data-replay': 'loaded' },
            t('replay.loaded', name(record.players[0]), name(record.players[1]), record.moves.length),
          ),
      record.reason ? h('p', {}, t('replay.reason', record.reason)) : null,
      record.comment ? h('p', { class: 'help' }, record.comment.slice(0, 500)) : null,
    );
  }

  changed() {
    this.app.sayTurn();
    const { game } = this.app;
    const note = game.notes[game.ply - 1];
    const parts = [];
    if (note?.score !== null && note?.score !== undefined)
      parts.push(t('replay.by.itself', signed(note.score, 1)));
    else if (note?.value !== null && note?.value !== undefined)
      parts.push(t('replay.by.itself', percent(note.value)));
    if (note?.ms !== null && note?.ms !== undefined) parts.push(t('replay.time', seconds(note.ms)));
    if (note?.comment) parts.push(note.comment.slice(0, 300));
    replace(this.note, parts.length ? h('p', { class: 'note' }, parts.join(' · ')) : null);
    if (this.reviewer.job && game.moves !== this.reviewed) this.reviewer.halt();
    this.reviewed = game.moves;
    this.reviewer.show();
    this.write();
  }

  async write() {
    const { game, engine } = this.app;
    const at = { start: game.start, moves: game.moves };
    try {
      this.out.value = (
        await engine.ask({ do: 'write', at, players: game.players, format: this.format })
      ).text;
    } catch (error) {
      this.out.value = explained(error instanceof Error ? error.message : String(error));
    }
  }

  save() {
    const url = URL.createObjectURL(new Blob([this.out.value], { type: 'text/plain' }));
    h('a', {
      href: url,
      download: `${this.app.engine.game}.${this.format === 'moves' ? 'txt' : this.format}`,
    }).click();
    URL.revokeObjectURL(url);
  }

  /** @returns {import('./board.js').Marks} */
  marks() {
    return {};
  }
}
