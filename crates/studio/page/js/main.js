// Starts the page: reads the address, opens the game, switches language and theme.

import { readAddress } from './address.js';
import { App, TABS } from './app.js';
import { button, h, replace } from './dom.js';
import { games, open } from './engine.js';
import { watchServer } from './link.js';
import { readPlayers } from './players.js';
import { explained, remember, remembered, switchLanguage, t } from './words.js';

const root = /** @type {HTMLElement} */ (document.getElementById('app'));
/** @type {App | null} */
let app = null;
/** Engines of other games that were opened to read a file. @type {Map<string, import('./engine.js').Engine>} */
const borrowed = new Map();
let starts = 0;

/** @type {import('./app.js').Home} */
const home = {
  games: [],
  log: '',
  openGame: (game) => {
    start({ game, tab: app?.tab ?? 'play', start: 'start', moves: [], ply: null });
  },
  async borrow(game) {
    const engine = borrowed.get(game) ?? (await open(game));
    borrowed.set(game, engine);
    return engine;
  },
  async showRecord(game, found) {
    if (game !== app?.engine.game) await start({ game, tab: 'replay', start: 'start', moves: [], ply: null });
    else if (app.tab !== 'replay') app.open('replay');
    const replay = /** @type {import('./replay.js').Replay} */ (/** @type {unknown} */ (app?.current));
    await replay.use(found);
    home.release();
  },
  release() {
    for (const engine of borrowed.values()) {
      if (engine !== app?.engine) engine.close();
    }
    borrowed.clear();
  },
  switchLanguage() {
    switchLanguage();
    app?.current.leave();
    app?.render(root);
  },
  switchTheme() {
    const dark = document.documentElement.dataset.theme === 'dark';
    setTheme(dark ? 'light' : 'dark');
    remember('theme', dark ? 'light' : 'dark');
  },
};

/** @param {string} theme */
function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
}

/** Opens what an address names. A wrong address gives a sentence and the game's start. @param {import('./address.js').Address} address */
async function start(address) {
  const turn = ++starts;
  home.log = address.log || home.log;
  app?.current.leave();
  try {
    home.games = Object.keys(await games());
    const known = address.game !== null && home.games.includes(address.game);
    const game =
      known && address.game ? address.game : home.games.includes('othello') ? 'othello' : home.games[0];
    if (app?.engine.game !== game) replace(root, h('p', { class: 'loading', role: 'status' }, t('loading')));
    const engine = borrowed.get(game) ?? (await open(game));
    const description = await engine.ask({ do: 'describe' });
    // Another address was faster.
    if (turn !== starts) return engine.close();
    app?.engine.close();
    app = new App(home, engine, description);
    app.tab = TABS.includes(address.tab ?? '') ? /** @type {string} */ (address.tab) : 'play';
    let wrong =
      address.game !== null && !known ? `'${address.game.slice(0, 40)}': ${home.games.join(', ')}.` : '';
    try {
      app.players = readPlayers(address.players ?? [], description);
      await app.game.load(address.start, address.moves, address.ply ?? undefined);
    } catch (error) {
      wrong = explained(error instanceof Error ? error.message : String(error));
      await app.game.load('start', []);
    }
    app.render(root);
    app.keepAddress();
    if (wrong) app.fail(t('error.link', `${wrong}${/[.!?。]$/.test(wrong) ? '' : t('sentence.end')}`));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    replace(
      root,
      h(
        'div',
        { class: 'loading', role: 'alert' },
        h('p', {}, t('error.engine', why.slice(0, 300))),
        button(t('retry'), () => start(address)),
      ),
    );
    app = null;
  }
}

window.addEventListener('hashchange', () => start(readAddress(location.hash)));
window.addEventListener('unhandledrejection', (event) =>
  app?.fail(String(event.reason?.message ?? event.reason)),
);
window.addEventListener('error', (event) => app?.fail(event.message));
window.addEventListener('keydown', (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (
    !app ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    target.matches?.('input, textarea, select, [role="tab"]')
  )
    return;
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return;
  event.preventDefault();
  app.game.go(app.game.ply + step);
});
// A file may be dropped anywhere; the browser would leave the page for it.
const canDrop = (/** @type {DragEvent} */ event) =>
  event.dataTransfer?.types.includes('Files') ||
  (event.target instanceof Element && event.target.closest('.drop') !== null);
window.addEventListener('dragover', (event) => {
  if (canDrop(event)) event.preventDefault();
});
window.addEventListener('drop', (event) => {
  if (!canDrop(event)) return;
  event.preventDefault();
  if (!app) return;
  if (app.tab !== 'replay') app.open('replay');
  /** @type {import('./replay.js').Replay} */ (/** @type {unknown} */ (app.current)).dropped(event);
});
setTheme(remembered('theme') ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'));
start(readAddress(location.hash));
watchServer({
  gone: () => app?.fail(t('server.gone')),
  other: () => app?.fail(t('server.other')),
  back: () => app?.back(),
}).catch(() => {
  /* The page has already said why it cannot start. */
});
