import type { Node } from './node.ts';

const context = 'https://schema.org';

/**
 * Nodes as the content of `<script type="application/ld+json">`. No `<` is left in it, so no text can end
 * the script; the two line separators are escaped for parsers that read it as JavaScript.
 */
export const serializeJsonLd = (nodes: readonly Node[]): string => {
  const [only] = nodes;
  const data =
    nodes.length === 1 ? { '@context': context, ...only } : { '@context': context, '@graph': nodes };
  return JSON.stringify(data)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
};
