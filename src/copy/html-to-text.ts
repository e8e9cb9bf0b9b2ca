import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** Converts rendered Markdown to plain text, with empty lines between blocks and the address of a link after its text. */
export function htmlToText(html: string): string {
  return blocks(parseFragment(html).childNodes);
}

function blocks(nodes: readonly Node[]): string {
  return nodes
    .map(block)
    .filter((text) => text !== '')
    .join('\n\n');
}

function block(node: Node): string {
  if (!('tagName' in node)) return inline(node).trim();
  const { tagName, childNodes } = node;
  switch (tagName) {
    case 'ul':
      return list(node, () => '- ');
    case 'ol':
      return list(node, (index) => `${String(index + 1)}. `);
    case 'blockquote':
      return indent(blocks(childNodes), '> ', '> ');
    case 'hr':
      return '* * *';
    case 'pre':
      return textOf(node).trimEnd();
    case 'table':
      return rowsOf(node)
        .map(({ childNodes: cells }) => cells.filter(isElement).map(inline).join(' | '))
        .join('\n');
    default:
      return inline(node).trim();
  }
}

function list({ childNodes }: Element, marker: (index: number) => string): string {
  return childNodes
    .filter(isElement)
    .map((item, index) => indent(itemText(item), marker(index), ' '.repeat(marker(index).length)))
    .join('\n');
}

/** Returns the text of a list item: its own words, then its nested lists and paragraphs. */
function itemText({ childNodes }: Element): string {
  const isBlock = (node: Node) =>
    isElement(node) && /^(?:p|ul|ol|blockquote|pre|table|hr)$/.test(node.tagName);
  const words = childNodes.filter((node) => !isBlock(node)).map(inline);
  const inner = childNodes.filter(isBlock).map(block);
  return [words.join('').trim(), ...inner].filter((text) => text !== '').join('\n');
}

function indent(text: string, first: string, others: string): string {
  return text
    .split('\n')
    .map((line, index) => (index === 0 ? first : others) + line)
    .join('\n');
}

function rowsOf({ childNodes }: Element): Element[] {
  return childNodes.filter(isElement).flatMap((child) => (child.tagName === 'tr' ? [child] : rowsOf(child)));
}

function inline(node: Node): string {
  // A line break in the Markdown becomes a space.
  if ('value' in node) return node.value.replaceAll('\n', ' ');
  if (!isElement(node)) return '';
  const words = node.childNodes.map(inline).join('');
  switch (node.tagName) {
    case 'br':
      return '\n';
    case 'img':
      return attribute(node, 'alt');
    case 'a':
      return withAddress(words, attribute(node, 'href').replace(/^mailto:/, ''));
    default:
      return words;
  }
}

/** Returns the text of preformatted lines. */
function textOf(node: Node): string {
  if ('value' in node) return node.value;
  return isElement(node) ? node.childNodes.map(textOf).join('') : '';
}

function withAddress(words: string, address: string): string {
  return words === address ? words : `${words} (${address})`;
}

function attribute({ attrs }: Element, name: string): string {
  return attrs.find((attr) => attr.name === name)?.value ?? '';
}

function isElement(node: Node): node is Element {
  return 'tagName' in node;
}
