import { site } from '../../shared/site.ts';

/** The picture's measures in pixels; 1200 × 630 is what every service that shows link previews crops least. */
const head = 404;
const lineHeight = 46;

export const measures = {
  width: 1200,
  height: 630,
  card: { left: 56, top: 112, width: 1088 },
  strip: { left: 80, top: 52, width: 1040, tab: 84, rise: 70 },
  text: {
    left: 120,
    width: 960,
    titleTop: 144,
    titleHeight: 236,
    descriptionTop: head + 5,
    descriptionSize: 29,
    /** What fits on the three lines; a page's description is shorter by rule. */
    descriptionLength: 175,
    lineHeight,
    footTop: 560,
  },
  head,
  lines: [1, 2, 3].map((line) => head + line * lineHeight),
} as const;

/** Type sizes for a title, the first that fits is taken. */
export const titleSizes = [118, 104, 92, 82, 73, 65, 58, 50] as const;

/** How a title is set; the same to measure it and to draw it. */
export const titleStyle = (size: number) =>
  ({
    display: 'block',
    width: '100%',
    lineClamp: 4,
    fontFamily: 'Besley',
    fontSize: size,
    lineHeight: 1.12,
    letterSpacing: '-0.015em',
    textWrap: 'balance',
    wordBreak: 'break-word',
  }) as const;

/** A box at a place of the picture. */
export const absolute = (left: number, top: number) =>
  ({ position: 'absolute', display: 'flex', left, top }) as const;

/** The name of a page's share image without its ending: `/` → `index`, `/why` → `why`. */
export const shareSlug = (path: string): string => path.slice(1) || 'index';

/** Where a page's share image is, with what a link preview must know of it; the title is the page's. */
export const shareImageOf = ({ path, title }: { readonly path: string; readonly title: string }) => ({
  src: `/share/${shareSlug(path)}.png`,
  width: measures.width,
  height: measures.height,
  alt: `A ruled index card of ${site.product} with the title “${title}”.`,
});
