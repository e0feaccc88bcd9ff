// Small helpers that make elements.

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Makes an HTML element. Attributes that begin with `on` are listeners; those that are
 * null, undefined or (unless they begin with `aria-`) false are left out.
 * @param {string} tag @param {Record<string, any>} [attributes] @param {...(Child | Child[])} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes = {}, ...children) {
  return /** @type {HTMLElement} */ (fill(document.createElement(tag), attributes, children));
}

/**
 * Makes an SVG element.
 * @param {string} tag @param {Record<string, any>} [attributes] @param {...(Child | Child[])} children
 * @returns {SVGElement}
 */
export function s(tag, attributes = {}, ...children) {
  return /** @type {SVGElement} */ (
    fill(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children)
  );
}

/** @param {Element} element @param {Record<string, any>} attributes @param {(Child | Child[])[]} children */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || (value === false && !name.startsWith('aria-'))) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true && !name.startsWith('aria-') ? '' : String(value));
  }
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

/**
 * A button.
 * @param {string} text @param {() => void} onclick @param {Record<string, any>} [attributes]
 */
export function button(text, onclick, attributes = {}) {
  return h('button', { type: 'button', onclick, ...attributes }, text);
}

/**
 * A list to choose from.
 * @param {string} label @param {[string, string][]} options value and text of each
 * @param {string} value @param {(value: string) => void} onchange @param {Record<string, any>} [attributes]
 * @returns {HTMLSelectElement}
 */
export function choice(label, options, value, onchange, attributes = {}) {
  const list = /** @type {HTMLSelectElement} */ (
    h(
      'select',
      { 'aria-label': label, ...attributes },
      options.map(([key, text]) => h('option', { value: key, selected: key === value }, text)),
    )
  );
  list.addEventListener('change', () => onchange(list.value));
  return list;
}

/** A labelled control. @param {string} label @param {Node} control */
export function field(label, control) {
  return h('label', { class: 'field' }, h('span', {}, label), control);
}

/**
 * A check box.
 * @param {string} label @param {boolean} checked @param {(on: boolean) => void} onchange
 */
export function check(label, checked, onchange) {
  const box = /** @type {HTMLInputElement} */ (h('input', { type: 'checkbox', checked }));
  box.addEventListener('change', () => onchange(box.checked));
  return h('label', { class: 'check' }, box, h('span', {}, label));
}

/**
 * A number.
 * @param {string} label @param {number} value @param {{min: number, max: number, step?: number}} range
 * @param {(value: number) => void} onchange
 */
export function number(label, value, range, onchange) {
  const input = /** @type {HTMLInputElement} */ (
    h('input', {
      type: 'number',
      value,
      min: range.min,
      max: range.max,
      step: range.step ?? 1,
      'aria-label': label,
    })
  );
  input.addEventListener('change', () => {
    const read = Number(input.value);
    const kept = Number.isFinite(read) ? Math.min(range.max, Math.max(range.min, read)) : value;
    input.value = String(kept);
    onchange(kept);
  });
  return input;
}

/** Replaces the children of an element. @param {Element} element @param {...(Child | Child[])} children */
export function replace(element, ...children) {
  element.replaceChildren();
  fill(element, {}, children);
}
