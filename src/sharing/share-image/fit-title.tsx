import satori, { type Font } from 'satori';
import { measures, titleSizes, titleStyle } from './measures.ts';
import { Buffer } from 'node:buffer';
import besley500 from '@fontsource/besley/files/besley-latin-500-normal.woff?inline';
import publicSans400 from '@fontsource/public-sans/files/public-sans-latin-400-normal.woff?inline';
import publicSans600 from '@fontsource/public-sans/files/public-sans-latin-600-normal.woff?inline';

const { width, titleHeight } = measures.text;

const extentOf = (svg: string, side: 'width' | 'height'): number =>
  Number(new RegExp(`^<svg[^>]* ${side}="([\\d.]+)"`).exec(svg)?.[1] ?? Infinity);

const heightOf = async (title: string, size: number): Promise<number> =>
  extentOf(await satori(<div style={titleStyle(size)}>{title}</div>, { width, fonts }), 'height');

const widthOf = async (word: string, size: number): Promise<number> =>
  extentOf(
    await satori(<div style={{ ...titleStyle(size), width: undefined }}>{word}</div>, { height: 400, fonts }),
    'width',
  );

/** The largest size at which a title fits its place without a word being broken, else the smallest there is. */
export const fitTitle = async (title: string): Promise<number> => {
  const longest = title.split(/\s+/).reduce((one, other) => (other.length > one.length ? other : one), '');
  for (const size of titleSizes)
    if ((await heightOf(title, size)) <= titleHeight && (await widthOf(longest, size)) <= width) return size;
  return titleSizes[titleSizes.length - 1] ?? 50;
};

const bytesOf = (dataUrl: string): Buffer => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');

/** The site's two families, at the weights that a picture uses. */
export const fonts: Font[] = [
  { name: 'Besley', weight: 500, data: bytesOf(besley500) },
  { name: 'Public Sans', weight: 400, data: bytesOf(publicSans400) },
  { name: 'Public Sans', weight: 600, data: bytesOf(publicSans600) },
];

/**
 * The letter that a title is filed under, as in a library: leading articles do not count, nor what is no
 * letter. `lastly` is filed where the title has none.
 */
export const indexLetter = (title: string, lastly: string): string => {
  const plain = (text: string): string =>
    text
      .normalize('NFD')
      .replaceAll(/[^A-Za-z ]/g, '')
      .trim();
  const [first = lastly] = plain(title)
    .replace(/^(?:a|an|the) +(?=.)/i, '')
    .split('');
  return first.toUpperCase();
};
