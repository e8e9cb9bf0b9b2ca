import type { Node, Selector } from 'postcss-selector-parser';

/** The elements, class names and `data-astro-cid-…` attributes that a page has or may get from its scripts. */
export type UsedNames = Pick<ReadonlySet<string>, 'has'>;

/** Pseudo-classes that need one of their alternatives; `:not()` is left alone, since it needs none. */
const alternatives = /^:(?:is|where|has|matches|-webkit-any|-moz-any)$/i;

const nodeCanMatch = (node: Node, used: UsedNames): boolean => {
  if (node.type === 'class') return used.has(node.value);
  if (node.type === 'tag') return used.has(node.value.toLowerCase());
  if (node.type === 'attribute')
    return !node.attribute.startsWith('data-astro-cid-') || used.has(node.attribute);
  if (node.type === 'pseudo' && alternatives.test(node.value) && node.nodes.length > 0)
    return node.nodes.some((alternative) => canMatch(alternative, used));
  return true;
};

/**
 * Whether a selector can match anything on a page that has only these names. Ids, states and other attributes
 * always can: scripts set them.
 */
export const canMatch = (selector: Selector, used: UsedNames): boolean =>
  selector.nodes.every((node) => nodeCanMatch(node, used));
