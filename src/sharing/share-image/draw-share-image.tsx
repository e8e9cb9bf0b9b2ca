import satori, { type SatoriNode } from 'satori';
import sharp from 'sharp';
import { site } from '../../shared/site.ts';
import { Card } from './Card.tsx';
import { fitTitle, fonts, indexLetter } from './fit-title.tsx';
import { measures } from './measures.ts';

/** Cuts a text at a word's end where it is longer than its place. */
const shorten = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most).replace(/\s+\S*$/, '')}…`;

interface Sharable {
  readonly title: string;
  readonly description: string;
}

/** A page's share image as SVG with its text as paths; `onNode` is told of everything that is laid out. */
export const shareImageSvg = async (
  { title, description }: Sharable,
  onNode?: (node: SatoriNode) => void,
): Promise<string> => {
  const card = (
    <Card
      title={title}
      titleSize={await fitTitle(title)}
      description={shorten(description, measures.text.descriptionLength)}
      letter={indexLetter(title, site.product.charAt(0))}
      product={site.product}
      host={new URL(site.url).host}
    />
  );
  return satori(card, {
    width: measures.width,
    height: measures.height,
    fonts,
    ...(onNode && { onNodeDetected: onNode }),
  });
};

/** A page's share image as PNG of 1200 × 630 pixels with a palette, which keeps it small. */
export const drawShareImage = async (page: Sharable): Promise<Uint8Array<ArrayBuffer>> => {
  const drawing = sharp(Buffer.from(await shareImageSvg(page)));
  return new Uint8Array(await drawing.png({ palette: true, colours: 32, dither: 0, effort: 1 }).toBuffer());
};
