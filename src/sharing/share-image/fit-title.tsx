import satori from 'satori';
import { fonts } from './fonts.ts';
import { measures, titleSizes, titleStyle } from './measures.ts';

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
