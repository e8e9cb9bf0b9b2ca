/**
 * Colours of src/styles/tokens.css in sRGB, for pictures and browser bars, which know no OKLCH; a test
 * holds the two together. Light scheme but where named dark.
 */
export const palette = {
  paper: '#f7f3eb',
  paperDark: '#1b1815',
  sheet: '#fefcf8',
  sheetDark: '#25211c',
  ink: '#192236',
  inkDark: '#ebe6da',
  inkSoft: '#4b5465',
  rule: '#d9d2c3',
  edge: '#897f6e',
  accent: '#134ac5',
  accentDark: '#8fbbfc',
  cover: '#172542',
} as const;
