import sharp from 'sharp';
import { mark, markElements, palette } from '../mark.ts';

/** How an icon shows the mark: `share` is the mark's part of the edge, `ground` what lies behind it. */
interface Look {
  readonly size: number;
  readonly share: number;
  readonly ground?: string;
  /** The corner's radius as a part of the edge, where nobody else rounds the icon. */
  readonly corner?: number;
}

/**
 * The raster icons by the name of their file. A maskable icon may be cut to its inner 80 %, so its mark
 * is smaller; a phone's home screen shows no transparency, so its icon has a ground to the edge.
 */
export const icons = {
  'apple-touch-icon': { size: 180, share: 0.7, ground: palette.cover },
  '192': { size: 192, share: 0.7, ground: palette.cover, corner: 0.2 },
  '512': { size: 512, share: 0.7, ground: palette.cover, corner: 0.2 },
  'maskable-512': { size: 512, share: 0.56, ground: palette.cover },
} as const satisfies Readonly<Record<string, Look>>;

/** What a browser without SVG icons and a feed reader ask for, at /favicon.ico. */
export const faviconLook: Look = { size: 32, share: 1 };

const onGround = { paper: palette.sheet, line: palette.cover, tabs: palette.accentDark, outlined: false };
const onNothing = { paper: palette.paper, line: palette.ink, tabs: palette.accent, outlined: true };

const iconSvg = ({ share, ground, corner = 0 }: Look): string => {
  const edge = mark.size / share;
  const inset = (mark.size - edge) / 2;
  const square = `x="${String(inset)}" y="${String(inset)}" width="${String(edge)}" height="${String(edge)}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${String(inset)} ${String(inset)} ${String(edge)} ${String(edge)}">${
    ground ? `<rect ${square} rx="${String(edge * corner)}" fill="${ground}"/>` : ''
  }${markElements(ground ? onGround : onNothing)}</svg>`;
};

/** An icon as PNG, drawn at its own size rather than scaled from another one. */
export const drawIcon = async (look: Look): Promise<Uint8Array<ArrayBuffer>> => {
  const density = (72 * look.size) / (mark.size / look.share);
  const drawing = sharp(Buffer.from(iconSvg(look)), { density }).resize(look.size, look.size);
  return new Uint8Array(await drawing.png({ compressionLevel: 9 }).toBuffer());
};

/**
 * One square PNG of up to 256 pixels as an ICO file: a header of 6 bytes, a directory entry of 16, the
 * PNG as it is. Numbers are little-endian; 256 is written as 0.
 */
export const icoOf = (png: Uint8Array, size: number): Uint8Array<ArrayBuffer> => {
  const header = new DataView(new ArrayBuffer(22));
  header.setUint16(2, 1, true); // the kind: an icon
  header.setUint16(4, 1, true); // how many pictures
  header.setUint8(6, size % 256);
  header.setUint8(7, size % 256);
  header.setUint16(10, 1, true); // colour planes
  header.setUint16(12, 32, true); // bits per pixel
  header.setUint32(14, png.byteLength, true);
  header.setUint32(18, header.byteLength, true);
  const file = new Uint8Array(header.byteLength + png.byteLength);
  file.set(new Uint8Array(header.buffer));
  file.set(png, header.byteLength);
  return file;
};
