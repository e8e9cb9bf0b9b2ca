/** The brand mark: an address book with three index tabs, centered in a square of 32 units. */
export const mark = {
  size: 32,
  tabs: 'M23 6h4.5A1.5 1.5 0 0 1 29 7.5V10a1.5 1.5 0 0 1-1.5 1.5H23zm0 7.5h4v5h-4zm0 7h4v5h-4z',
  book: 'M4 5.5A2.5 2.5 0 0 1 6.5 3h15A2.5 2.5 0 0 1 24 5.5v21a2.5 2.5 0 0 1-2.5 2.5h-15A2.5 2.5 0 0 1 4 26.5z',
  spine: 'M8.5 3v26',
} as const;

interface MarkColors {
  readonly paper: string;
  /** Color of the outline and the spine. */
  readonly line: string;
  readonly tabs: string;
  readonly isOutlined: boolean;
}

/** Returns the mark as SVG elements, in a coordinate system of `mark.size` units. */
export function markElements({ paper, line, tabs, isOutlined }: MarkColors): string {
  return `<g stroke-width="2" stroke="${line}"><path stroke="none" fill="${tabs}" d="${mark.tabs}"/><path ${isOutlined ? '' : 'stroke="none" '}fill="${paper}" d="${mark.book}"/><path d="${mark.spine}"/></g>`;
}

/**
 * Colors of src/styles/tokens.css in sRGB, for pictures and browser bars, which do not support OKLCH. A test compares the
 * two. Names ending in `Dark` are those of the dark scheme.
 */
export const palette = {
  paper: '#f7f3eb',
  paperDark: '#1b1815',
  sheet: '#fefcf8',
  sheetDark: '#25211c',
  ink: '#192236',
  inkDark: '#ebe6da',
  inkSoft: '#4b5465',
  inkSoftDark: '#b9b2a5',
  rule: '#d9d2c3',
  ruleDark: '#3e3831',
  edge: '#897f6e',
  edgeDark: '#827b6f',
  accent: '#134ac5',
  accentDark: '#8fbbfc',
  accentWash: '#dee9fd',
  accentWashDark: '#1f2c42',
  onAccent: '#fdfbf5',
  onAccentDark: '#10192c',
  cover: '#172542',
  stockA: '#efdcb0',
  stockADark: '#57482a',
  stockB: '#c9e9d3',
  stockBDark: '#354e3f',
  stockC: '#f8d3c7',
  stockCDark: '#5d3f36',
  stockD: '#cddef4',
  stockDDark: '#394860',
} as const;

export type Scheme = 'light' | 'dark';

type WithoutDark<Name> = Name extends `${infer Light}Dark` ? Light : never;
/** A color with a value for each scheme. */
type ColorName = WithoutDark<keyof typeof palette> & keyof typeof palette;

/** Returns a color of the palette in a scheme. */
export function colorOf(name: ColorName, scheme: Scheme): string {
  return palette[scheme === 'dark' ? (`${name}Dark` as const) : name];
}
