import postcss, { type AtRule, type Container, type Rule } from 'postcss';
import parseSelectors from 'postcss-selector-parser';
import { canMatch, type UsedNames } from './can-match.ts';
import { dropUnreferenced } from './drop-unreferenced.ts';

/** At-rules around style rules; the others, such as @keyframes, hold no selectors. */
const groups = new Set(['media', 'supports', 'container', 'layer', 'scope', 'starting-style']);

const isEmpty = (container: Container): boolean =>
  container.nodes?.every((node) => node.type === 'comment') ?? false;

const pruneRule = (rule: Rule, used: UsedNames): void => {
  const selectors = parseSelectors().astSync(rule.selector).nodes;
  const possible = selectors.filter((selector) => canMatch(selector, used));
  if (possible.length === 0) {
    rule.remove();
    return;
  }
  prune(rule, used);
  // Nested rules take the specificity of the whole list, so that list stays whole.
  const nests = rule.nodes.some((node) => node.type === 'rule' || node.type === 'atrule');
  if (possible.length < selectors.length && !nests)
    rule.selector = possible.map((selector) => String(selector).trim()).join(',');
  if (isEmpty(rule)) rule.remove();
};

/** The first mention of a layer settles its place, so an emptied block leaves its name behind. */
const emptyLayer = (layer: AtRule): void => {
  const siblings: readonly unknown[] = layer.parent?.nodes ?? [];
  const earlier = layer.parent?.nodes?.slice(0, siblings.indexOf(layer)) ?? [];
  const named = earlier.some(
    (node) =>
      node.type === 'atrule' &&
      node.name === 'layer' &&
      node.params.split(',').some((name) => name.trim() === layer.params),
  );
  if (named || layer.params === '') layer.remove();
  else layer.replaceWith(postcss.atRule({ name: 'layer', params: layer.params }));
};

const pruneGroup = (group: AtRule, used: UsedNames): void => {
  prune(group, used);
  if (!isEmpty(group)) return;
  if (group.name === 'layer') emptyLayer(group);
  else group.remove();
};

const prune = (container: Container, used: UsedNames): void => {
  for (const node of [...(container.nodes ?? [])]) {
    if (node.type === 'rule') pruneRule(node, used);
    else if (node.type === 'atrule' && groups.has(node.name)) pruneGroup(node, used);
  }
};

/**
 * Leaves out of a stylesheet what can do nothing on a page: selectors that need an element, a class or a
 * scope the page never has, and the keyframes, faces and custom properties that nothing refers to then. The cascade of what
 * stays, its layers and its specificity, does not change.
 */
export const usedCss = (css: string, used: UsedNames): string => {
  const sheet = postcss.parse(css);
  prune(sheet, used);
  dropUnreferenced(sheet, used);
  return sheet.toString();
};
