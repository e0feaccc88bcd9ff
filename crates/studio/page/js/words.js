// The language of the page: the browser's, or the one that the user has chosen.

import en from '../words/en.js';
import zh from '../words/zh.js';
import errors from '../words/zh-errors.js';
import strategies from '../words/zh-strategies.js';

/** @type {Record<string, Record<string, string>>} */
const languages = { en, zh };

/** @type {'en' | 'zh'} */
let current = read() ?? (navigator.language?.toLowerCase().startsWith('zh') ? 'zh' : 'en');

/** @returns {'en' | 'zh' | null} */
function read() {
  const kept = remembered('language');
  return kept === 'en' || kept === 'zh' ? kept : null;
}

/** A setting that was kept, if the browser allows it. @param {string} key */
export function remembered(key) {
  try {
    return localStorage.getItem(`studio.${key}`);
  } catch {
    return null;
  }
}

/** Keeps a setting. @param {string} key @param {string} value */
export function remember(key, value) {
  try {
    localStorage.setItem(`studio.${key}`, value);
  } catch {
    /* A browser that keeps nothing is fine. */
  }
}

export const language = () => current;

export function switchLanguage() {
  current = current === 'en' ? 'zh' : 'en';
  remember('language', current);
}

/**
 * The text of a key. `{0}` is a value, `{0|move|moves}` a number with its noun.
 * @param {string} key @param {...(string | number)} values
 */
export function t(key, ...values) {
  const text = languages[current][key] ?? languages.en[key] ?? key;
  return text.replace(/\{(\d)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, i, one, many) => {
    const value = String(values[Number(i)] ?? '');
    return one === undefined ? value : `${value} ${value === '1' ? one : many}`;
  });
}

/** Does a key have a text? @param {string} key */
export const has = (key) => key in languages.en;

/** What a strategy or a parameter is, which the engine says in English. @param {string} text */
export const about = (text) => (current === 'zh' ? (strategies[text] ?? text) : text);

/**
 * An error message in the language of the page. The engine and the server write English; a
 * message without a translation stays as it is.
 * @param {string} message @returns {string}
 */
export function explained(message) {
  return current === 'zh' ? translated(message) : message;
}

/** @param {string} message @returns {string} */
export function translated(message) {
  for (const [pattern, text] of errors) {
    const parts = pattern.exec(message);
    if (!parts) continue;
    return text.replace(/\$(\d)|\{(\d)\}/g, (_, plain, nested) =>
      nested ? translated(parts[Number(nested)]) : parts[Number(plain)],
    );
  }
  return message;
}

/** Name of a game. @param {string} game */
export const gameName = (game) => (has(`game.${game}`) ? t(`game.${game}`) : game);

/** Name of a side. @param {string} game @param {number} side */
export const sideName = (game, side) =>
  t(has(`side.${game}.${side}`) ? `side.${game}.${side}` : `side.${side}`);
