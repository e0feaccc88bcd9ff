// A strategy with its parameters: its text, and what each parameter means.

import { button, field, h } from './dom.js';
import { about, t } from './words.js';

/** @param {import('./types.js').Description} description @param {string} spec @param {(spec: string) => void} onchange */
export function specForm(description, spec, onchange) {
  const strategy = description.strategies.find((known) => known.name === spec.split(':')[0]);
  const input = /** @type {HTMLInputElement} */ (
    h('input', { type: 'text', value: spec, 'aria-label': t('spec'), spellcheck: 'false' })
  );
  const use = () => onchange(input.value.trim());
  input.addEventListener('keydown', (event) => event.key === 'Enter' && use());
  return h(
    'div',
    { class: 'spec' },
    field(t('spec'), h('span', { class: 'joined' }, input, button(t('apply'), use))),
    strategy ? h('p', { class: 'help' }, about(strategy.about)) : null,
    strategy
      ? h(
          'ul',
          { class: 'params' },
          strategy.params.map((param) =>
            h(
              'li',
              {},
              h('code', {}, param.name),
              ' ',
              t('param.about', accepted(param), param.default, about(param.about)),
            ),
          ),
        )
      : null,
  );
}

/** The accepted values. @param {import('./types.js').Param} param */
const accepted = (param) =>
  param.choices
    ? param.choices.join(' | ')
    : param.range
      ? `${param.range[0]} … ${param.range[1] > 1e12 ? '∞' : param.range[1]}`
      : '';
