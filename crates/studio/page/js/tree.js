// A search tree in SVG: depth from left to right, the most visited child on top. The width
// of a line grows with the visits; the colour is the value for the side that moves.

import { s } from './dom.js';
import { short, signed } from './format.js';
import { t } from './words.js';

const [STEP_X, STEP_Y, RADIUS] = [96, 30, 11];
const MOST_ROWS = 16;

/** @typedef {import('./types.js').TreeNode} TreeNode */

/**
 * @param {TreeNode} root @param {string[]} path moves of the path that is lit
 * @param {string} label
 */
export function tree(root, path, label) {
  const kept = keep(root, path);
  let row = 0;
  let deepest = 0;
  /** @type {SVGElement[]} */
  const lines = [];
  /** @type {SVGElement[]} */
  const dots = [];
  /** @param {TreeNode} node @param {number} depth @param {boolean} lit @returns {number} */
  const place = (node, depth, lit) => {
    deepest = Math.max(deepest, depth);
    const children = node.children.filter((child) => kept.has(child));
    const rows = children.map((child) => place(child, depth + 1, lit && path[depth] === child.move));
    const y = rows.length ? rows[0] : row++;
    const [x, cy] = [26 + depth * STEP_X, 24 + y * STEP_Y];
    children.forEach((child, i) => {
      const share = child.visits / Math.max(1, root.visits);
      const [cx, childY] = [26 + (depth + 1) * STEP_X, 24 + rows[i] * STEP_Y];
      const bright = lit && path[depth] === child.move;
      lines.push(
        s('path', {
          class: bright ? 'edge lit' : 'edge',
          'stroke-width': (1 + 7 * Math.sqrt(share)).toFixed(1),
          d: `M${x} ${cy}C${x + 45} ${cy} ${cx - 45} ${childY} ${cx} ${childY}`,
        }),
      );
    });
    const value = node === root ? -node.value : node.value;
    const tone = node.proof ? `proof-${node.proof.outcome}` : '';
    const text = t('tree.node', node.move ?? '·', node.visits, signed(node.value, 2));
    dots.push(
      s(
        'g',
        { class: `node ${lit ? 'lit' : ''} ${tone}`, transform: `translate(${x} ${cy})` },
        s('title', {}, text),
        s('circle', {
          r: RADIUS,
          style: `--tone: var(--${value >= 0 ? 'good' : 'bad'}); --share: ${Math.min(100, Math.abs(value) * 130).toFixed(0)}%`,
        }),
        node.move ? s('text', { class: 'move', y: 1 }, node.move) : null,
        s('text', { class: 'count', x: RADIUS + 2, y: -8 }, short(node.visits)),
      ),
    );
    return y;
  };
  place(root, 0, path.length > 0);
  const [width, height] = [Math.max(2, deepest) * STEP_X + 90, Math.max(1, row) * STEP_Y + 16];
  return s(
    'svg',
    { class: 'tree', role: 'img', 'aria-label': label, viewBox: `0 0 ${width} ${height}`, width, height },
    lines,
    dots,
  );
}

/** The nodes that are drawn: the most visited ones, and the path. @param {TreeNode} root @param {string[]} path */
function keep(root, path) {
  /** @type {{node: TreeNode, visits: number, lineage: TreeNode[]}[]} */
  const leaves = [];
  const walk = (
    /** @type {TreeNode} */ node,
    /** @type {TreeNode[]} */ lineage,
    /** @type {boolean} */ lit,
    /** @type {number} */ depth,
  ) => {
    for (const child of node.children) {
      const bright = lit && path[depth] === child.move;
      leaves.push({ node: child, visits: bright ? Infinity : child.visits, lineage: [...lineage, child] });
      walk(child, [...lineage, child], bright, depth + 1);
    }
  };
  walk(root, [root], true, 0);
  leaves.sort((a, b) => b.visits - a.visits);
  const kept = new Set([root]);
  let rows = 0;
  for (const { lineage } of leaves) {
    const parent = lineage.at(-2);
    // A first child goes on in its parent's row.
    const isNewRow = parent?.children.some((child) => kept.has(child)) ?? false;
    if (isNewRow && rows + 1 >= MOST_ROWS) continue;
    rows += isNewRow ? 1 : 0;
    lineage.forEach((node) => kept.add(node));
  }
  return kept;
}
