import type { SatoriNode } from 'satori';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  drawShareImage,
  indexLetter,
  shareImageSvg,
} from '../../../src/sharing/share-image/draw-share-image.tsx';
import { layout } from '../../../src/sharing/share-image/layout.ts';

/** The longest title and description that a content file may have. */
const longest = {
  title: 'The philosophy of keeping the addresses of everybody you love',
  description:
    'What an address book owes to its owner, and to the people in it, and why we do not want to know any one of them at all, whatever anybody may ever offer us for it now.',
};
const pages = [
  ['a short title', { title: 'Why', description: 'For families.' }],
  ['the longest one', longest],
  [
    'one long word',
    { title: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk', description: 'M '.repeat(82) },
  ],
  ['far too much', { title: 'Address book '.repeat(30), description: 'Word '.repeat(200) }],
  ['markup', { title: '</text><script>alert(1)</script> & "co"', description: '<b>&amp;</b>' }],
] as const;

const textNodes = async (page: { title: string; description: string }): Promise<SatoriNode[]> => {
  const nodes: SatoriNode[] = [];
  await shareImageSvg(page, (node) => {
    if (node.textContent) nodes.push(node);
  });
  return nodes;
};

describe('the share image', () => {
  it.each(pages)('with %s keeps every text inside its card', async (_, page) => {
    const nodes = await textNodes(page);
    const { card, text, head, width, height, lines } = layout;
    expect(nodes.length).toBeGreaterThan(26);
    for (const { left, top, width: wide, height: high, textContent } of nodes) {
      expect(left, textContent).toBeGreaterThanOrEqual(0);
      expect(left + wide, textContent).toBeLessThanOrEqual(width);
      expect(top + high, textContent).toBeLessThanOrEqual(height);
    }
    const blocks = nodes.filter(({ left, top }) => left >= text.left && top > card.top && top < text.footTop);
    expect(blocks).toHaveLength(2);
    const [title, description] = blocks;
    expect(title?.left).toBe(text.left);
    expect(title?.width).toBeLessThanOrEqual(text.width);
    expect(title?.top).toBeGreaterThan(card.top);
    expect((title?.top ?? 0) + (title?.height ?? Infinity)).toBeLessThan(head);
    expect(description?.top).toBeGreaterThan(head);
    expect(description?.width).toBeLessThanOrEqual(text.width);
    const lowest = (description?.top ?? 0) + (description?.height ?? Infinity);
    expect(lowest).toBeLessThanOrEqual((lines.at(-1) ?? 0) + 6);
  });

  it.each(pages)('with %s is a PNG of 1200 × 630 pixels under 60 KB', async (_, page) => {
    const png = await drawShareImage(page);
    const { width, height, format, isPalette } = await sharp(png).metadata();
    expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'png' });
    expect(isPalette).toBe(true);
    expect(png.byteLength).toBeLessThan(60_000);
  });
});

describe('the index letter', () => {
  it.each([
    ['Why', 'W'],
    ['The vision', 'V'],
    ['A book of your own', 'B'],
    ['An answer', 'A'],
    ['“Émigré” and others', 'E'],
    ['10 reasons', 'R'],
    ['The', 'T'],
    ['', 'K'],
  ])('of “%s” is %s', (title, letter) => {
    expect(indexLetter(title, 'k')).toBe(letter);
  });
});
