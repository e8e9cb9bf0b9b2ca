/** Vertical position of the colored rule below the title. */
const head = 404;
const lineHeight = 46;

/** Positions and sizes in pixels. Services that show link previews crop 1200 × 630 least. */
export const layout = {
  width: 1200,
  height: 630,
  card: { left: 56, top: 112, width: 1088 },
  /** The index letters above the card. `tab` is the width of the card's tab, and `rise` its height above the card. */
  strip: { left: 80, top: 52, width: 1040, tab: 84, rise: 70 },
  text: {
    left: 120,
    width: 960,
    titleTop: 144,
    titleHeight: 236,
    descriptionTop: head + 5,
    descriptionSize: 29,
    /** Number of characters that fit on three lines. Descriptions of pages are shorter. */
    descriptionLength: 175,
    lineHeight,
    footTop: 560,
  },
  head,
  lines: [1, 2, 3].map((line) => head + line * lineHeight),
} as const;

/** Font sizes for a title. The first that fits is used. */
export const titleSizes = [118, 104, 92, 82, 73, 65, 58, 50] as const;

/** Style of a title, for measuring and for drawing it. */
export function titleStyle(size: number) {
  return {
    display: 'block',
    width: '100%',
    lineClamp: 4,
    fontFamily: 'Besley',
    fontSize: size,
    lineHeight: 1.12,
    letterSpacing: '-0.015em',
    textWrap: 'balance',
    wordBreak: 'break-word',
  } as const;
}

/** Style of a box at a position. */
export function absolute(left: number, top: number) {
  return { position: 'absolute', display: 'flex', left, top } as const;
}

/** Returns the file name of a page's share image without its ending: `index` for `/`, `why` for `/why`. */
export function shareSlug(path: string): string {
  return path.slice(1) || 'index';
}

/** Returns the attributes of a page's share image for link previews. */
export function shareImageOf({ path, title }: { readonly path: string; readonly title: string }) {
  return {
    src: `/share/${shareSlug(path)}.png`,
    width: layout.width,
    height: layout.height,
    alt: `An index card with the title “${title}”.`,
  };
}
