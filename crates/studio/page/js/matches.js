// Matches: the logs of a folder, live while they grow; contests started and stopped.

import { tableCurves } from './columns.js';
import { contest } from './contest.js';
import { button, field, h, number, replace } from './dom.js';
import { askFolder, hasServer, listFolder, messageOf, pictureAddress } from './folder.js';
import { Order } from './order.js';
import { explained, gameName, has, t } from './words.js';

/** Milliseconds between two looks at the folder. */
const PAUSE = 1000;

/** Seconds after the last game of a log until it no longer counts as growing. */
const GROWING = 15;

/** @typedef {import('./contest.js').ContestView} ContestView */
/** @typedef {import('./folder.js').FolderList} FolderList */

export class Matches {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    /** @type {FolderList | null} */
    this.list = null;
    this.name = app.home.log;
    this.revision = '';
    /** @type {any} */
    this.view = null;
    this.error = '';
    this.listKey = '';
    this.drawn = '';
    this.turn = 0;
    this.element = h('div', { class: 'panel matches' });
    this.files = h('div', { class: 'files' });
    this.content = h('div', { class: 'contest' });
    this.order = new Order(app, (log) => this.choose(log));
    this.form = h(
      'details',
      { class: 'start-match', 'data-matches': 'form' },
      h('summary', {}, t('order')),
      this.order.element,
    );
  }

  enter() {
    this.listKey = '';
    this.drawn = '';
    this.order.key = '';
    const [summary] = this.form.children;
    summary.textContent = t('order');
    replace(
      this.element,
      h('div', { class: 'folder' }, this.form, this.files),
      h('div', { class: 'contest-box' }, this.content),
    );
    this.draw();
    this.watch();
  }

  leave() {
    this.turn += 1;
  }

  changed() {}

  /** The server answers again after it was cut off. */
  back() {
    this.revision = '';
    this.watch();
  }

  /** @returns {import('./board.js').Marks} */
  marks() {
    return {};
  }

  /** Looks at the folder again and again while the tab is open. */
  async watch() {
    const turn = ++this.turn;
    if (!(await hasServer())) return this.explain(t('matches.static'));
    while (turn === this.turn) {
      let more = false;
      try {
        const list = await listFolder();
        if (turn !== this.turn) return;
        if (list.folder === null) return this.explain(t('matches.none'));
        this.list = list;
        more = await this.look();
      } catch (error) {
        // The banner says that the server is gone; what is known stays.
        if (turn === this.turn) this.app.fail(messageOf(error));
      }
      if (turn !== this.turn) return;
      this.draw();
      await new Promise((resolve) => setTimeout(resolve, more ? 0 : PAUSE));
    }
  }

  /** Asks for the file that is shown. Is there more of it? */
  async look() {
    const { name } = this;
    if (!name) {
      const newest = this.list?.files.find((file) => file.kind === 'log' && !file.error);
      if (newest) this.name = newest.name;
      if (!newest) return false;
    }
    try {
      const view = await askFolder({ do: 'show', name: this.name, revision: this.revision });
      // Another file was chosen.
      if (name && name !== this.name) return true;
      this.error = '';
      if (view.revision !== this.revision) this.view = view;
      this.revision = view.revision;
      return Boolean(view.more);
    } catch (error) {
      if (error instanceof Error && error.message === t('server.gone')) throw error;
      this.error = messageOf(error);
      this.view = null;
      this.revision = '';
      return false;
    }
  }

  /** Shows a file. @param {string} name */
  choose(name) {
    this.name = name;
    this.app.home.log = name;
    this.view = null;
    this.revision = '';
    this.error = '';
    this.form.removeAttribute('open');
    this.app.keepAddress();
    this.drawn = '';
    this.watch();
  }

  /** @param {string} text */
  explain(text) {
    replace(
      this.element,
      h(
        'div',
        { class: 'alone' },
        h('p', {}, t('matches.what')),
        h('p', { class: 'help', 'data-matches': 'none' }, text),
        h('pre', {}, 'arena studio FOLDER'),
      ),
    );
  }

  draw() {
    const { list } = this;
    if (!list || list.folder === null) return;
    this.order.show(list);
    this.drawFiles(list);
    this.drawContent(list);
  }

  /** @param {FolderList} list */
  drawFiles(list) {
    const running = new Map(list.running.map((contest) => [contest.log, contest]));
    const shown = list.files.filter((file) => file.kind !== 'program');
    const isLive = (/** @type {import('./folder.js').FolderFile} */ file) =>
      running.get(file.name)?.running ||
      (file.kind === 'log' && !file.error && file.seconds < GROWING && !this.isComplete(file.name));
    const key = JSON.stringify([
      this.name,
      t('start'),
      shown.map((file) => [file.name, isLive(file), file.error, file.game, file.contest]),
    ]);
    if (key === this.listKey) return;
    this.listKey = key;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.file;
    replace(
      this.files,
      h('h3', {}, t('folder', list.folder ?? '')),
      shown.length === 0 ? h('p', { class: 'help' }, t('folder.empty')) : null,
      h(
        'ul',
        {},
        shown.map((file) =>
          h(
            'li',
            {},
            h(
              'button',
              {
                type: 'button',
                'aria-current': file.name === this.name ? 'true' : null,
                'data-file': file.name,
                onclick: () => this.choose(file.name),
              },
              h('span', { class: 'file-name' }, file.name),
              h(
                'span',
                { class: 'help' },
                isLive(file) ? h('span', { class: 'live' }, t('live')) : null,
                file.error ? t('error') : fileText(file),
              ),
            ),
          ),
        ),
      ),
    );
    if (focused)
      /** @type {HTMLElement | null} */ (this.files.querySelector(`[data-file="${CSS.escape(focused)}"]`))?.focus();
  }

  /** Is this log shown, and has it all its games? @param {string} name */
  isComplete(name) {
    return name === this.name && Boolean(this.view?.report?.complete);
  }

  /** @param {FolderList} list */
  drawContent(list) {
    const running = list.running.find((one) => one.log === this.name);
    const key = JSON.stringify([this.name, this.revision, this.error, running, t('start'), this.view === null]);
    if (key === this.drawn) return;
    this.drawn = key;
    if (!this.name) return replace(this.content, h('p', { class: 'help' }, t('matches.choose')));
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.game;
    const top = this.content.querySelector('.games')?.scrollTop ?? 0;
    replace(
      this.content,
      h('h2', { 'data-contest': 'name' }, this.name),
      running?.error ? h('p', { class: 'wrong', role: 'alert' }, explained(running.error)) : null,
      running?.running
        ? h(
            'div',
            { class: 'actions' },
            button(running.stopping ? t('stopping') : t('order.stop'), () => this.stop(), {
              disabled: running.stopping,
              'data-contest': 'stop',
            }),
          )
        : null,
      this.error ? h('p', { class: 'wrong', role: 'alert', 'data-contest': 'error' }, explained(this.error)) : null,
      ...this.body(),
    );
    const games = this.content.querySelector('.games');
    if (games) games.scrollTop = top;
    if (focused)
      /** @type {HTMLElement | null} */ (this.content.querySelector(`[data-game="${focused}"]`))?.focus();
  }

  /** @returns {(Node | null)[]} */
  body() {
    const { view } = this;
    if (!view) return [this.error ? null : h('p', { class: 'help', role: 'status' }, t('reading'))];
    if (view.picture) return [h('img', { class: 'picture', src: pictureAddress(view.picture, view.revision), alt: view.picture })];
    if (view.empty) return [h('p', { class: 'help', 'data-contest': 'empty' }, t('file.empty'))];
    if (view.curves) return [tableCurves(view.curves)];
    return this.contestBody(view);
  }

  /** @param {ContestView} view */
  contestBody(view) {
    const { report, terms } = view;
    const wanted = report.games_wanted;
    const isTest = terms.contest === 'sprt';
    return [
      view.error ? h('p', { class: 'wrong', role: 'alert', 'data-contest': 'error' }, explained(view.error)) : null,
      h(
        'p',
        { class: 'progress', role: 'status', 'data-contest': 'progress', 'data-games': view.games },
        t(
          report.complete ? 'contest.done' : isTest ? 'contest.test' : 'contest.running',
          gameName(terms.game),
          t(`contest.${terms.contest}`),
          report.games,
          wanted,
        ),
      ),
      report.complete ? null : h('progress', { max: wanted, value: report.games, 'aria-label': t('games') }),
      view.waiting ? h('p', { class: 'help' }, t('waiting', view.waiting)) : null,
      ...contest(view, (game) => this.replay(game)).flat(),
      this.games(view),
    ];
  }

  /** The newest games; each can be replayed. @param {ContestView} view */
  games(view) {
    let wanted = view.rows[0]?.number ?? 1;
    return h(
      'div',
      { class: 'game-list' },
      h('h3', {}, t('games.newest')),
      view.rows.length === 0 ? h('p', { class: 'help' }, t('no.games')) : null,
      h(
        'ul',
        { class: 'games' },
        view.rows.map((row) =>
          h(
            'li',
            {},
            h(
              'button',
              { type: 'button', 'data-game': row.number, onclick: () => this.replay(row.number) },
              h('span', { class: 'game-number' }, row.number),
              h('span', { class: row.winner === 'first' ? 'won' : '' }, row.first),
              h('span', { class: 'game-result' }, { first: '1–0', second: '0–1', draw: '½–½' }[row.winner]),
              h('span', { class: row.winner === 'second' ? 'won' : '' }, row.second),
              h('span', { class: 'help' }, t('game.plies', row.plies) + (row.reason ? ` · ${row.reason.slice(0, 80)}` : '')),
            ),
          ),
        ),
      ),
      view.games > view.rows.length
        ? h(
            'div',
            { class: 'row' },
            field(t('replay.game'), number(t('replay.game'), wanted, { min: 1, max: 1e9 }, (n) => (wanted = n))),
            button(t('game.open'), () => this.replay(wanted), { 'data-contest': 'open-game' }),
          )
        : null,
    );
  }

  /** @param {number} game */
  async replay(game) {
    const found = await this.app.guard(askFolder({ do: 'game', name: this.name, number: game }));
    if (found) await this.app.home.showRecord(found.game, found);
  }

  async stop() {
    await this.app.guard(askFolder({ do: 'stop', name: this.name }));
    this.watch();
  }
}

/** @param {import('./folder.js').FolderFile} file */
function fileText(file) {
  if (file.game) {
    const kind = file.contest && has(`contest.${file.contest}`) ? t(`contest.${file.contest}`) : '';
    return [gameName(file.game), kind].filter((text) => text).join(' · ');
  }
  return t(`file.${file.kind}`);
}
