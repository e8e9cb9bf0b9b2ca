import { Buffer } from 'node:buffer';
import besley500 from '@fontsource/besley/files/besley-latin-500-normal.woff?inline';
import publicSans400 from '@fontsource/public-sans/files/public-sans-latin-400-normal.woff?inline';
import publicSans600 from '@fontsource/public-sans/files/public-sans-latin-600-normal.woff?inline';
import satori, { type Font, type SatoriNode } from 'satori';
import sharp from 'sharp';
import { site } from '../../shared/site.ts';
import { Card } from './Card.tsx';
import { layout, titleSizes, titleStyle } from './layout.ts';

interface SharedPage {
  readonly title: string;
  readonly description: string;
}

/** Draws a page's share image as PNG of 1200 × 630 pixels, with a palette to keep it small. */
export async function drawShareImage(page: SharedPage): Promise<Uint8Array<ArrayBuffer>> {
  const image = sharp(Buffer.from(await shareImageSvg(page)));
  return new Uint8Array(await image.png({ palette: true, colors: 32, dither: 0, effort: 1 }).toBuffer());
}

/** Draws a page's share image as SVG with text as paths. Calls `onNode` for every element with its position. */
export async function shareImageSvg(
  { title, description }: SharedPage,
  onNode?: (node: SatoriNode) => void,
): Promise<string> {
  const card = (
    <Card
      title={title}
      titleSize={await titleSize(title)}
      description={shorten(description, layout.text.descriptionLength)}
      letter={indexLetter(title, site.product.charAt(0))}
      product={site.product}
      host={new URL(site.url).host}
    />
  );
  return satori(card, {
    width: layout.width,
    height: layout.height,
    fonts,
    ...(onNode && { onNodeDetected: onNode }),
  });
}

/** Cuts a long text at the end of a word. */
function shorten(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength).replace(/\s+\S*$/, '')}…`;
}

/** Returns the largest size at which a title fits without breaking a word, or the smallest size. */
async function titleSize(title: string): Promise<number> {
  const { width, titleHeight } = layout.text;
  const longestWord = title.split(/\s+/).reduce((a, b) => (b.length > a.length ? b : a), '');
  for (const size of titleSizes)
    if ((await textHeight(title, size)) <= titleHeight && (await textWidth(longestWord, size)) <= width)
      return size;
  return titleSizes[titleSizes.length - 1] ?? 50;
}

async function textHeight(title: string, size: number): Promise<number> {
  const { width } = layout.text;
  return svgSize(await satori(<div style={titleStyle(size)}>{title}</div>, { width, fonts }), 'height');
}

async function textWidth(word: string, size: number): Promise<number> {
  const element = <div style={{ ...titleStyle(size), width: undefined }}>{word}</div>;
  return svgSize(await satori(element, { height: 400, fonts }), 'width');
}

function svgSize(svg: string, side: 'width' | 'height'): number {
  return Number(new RegExp(`^<svg[^>]* ${side}="([\\d.]+)"`).exec(svg)?.[1] ?? Infinity);
}

/** The fonts of drawn images. */
export const fonts: Font[] = [
  { name: 'Besley', weight: 500, data: decodeDataUrl(besley500) },
  { name: 'Public Sans', weight: 400, data: decodeDataUrl(publicSans400) },
  { name: 'Public Sans', weight: 600, data: decodeDataUrl(publicSans600) },
];

function decodeDataUrl(url: string): Buffer {
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

/** Returns the letter under which a library would file a title, ignoring articles. `fallback` is for titles without one. */
export function indexLetter(title: string, fallback: string): string {
  const letters = title
    .normalize('NFD')
    .replaceAll(/[^A-Za-z ]/g, '')
    .trim()
    .replace(/^(?:a|an|the) +(?=.)/i, '');
  return (letters.charAt(0) || fallback).toUpperCase();
}
