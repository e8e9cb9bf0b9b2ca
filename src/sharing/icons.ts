import sharp from 'sharp';
import { mark, markElements, palette } from './mark.ts';

interface IconStyle {
  /** Edge in pixels. */
  readonly size: number;
  /** Size of the mark relative to the edge. */
  readonly share: number;
  readonly background?: string;
  /** Corner radius relative to the edge. */
  readonly corner?: number;
}

/**
 * Raster icons by file name. Systems may cut a maskable icon to its inner 80%, so its mark is smaller. The home screen of an
 * iPhone shows no transparency, so its icon has a background.
 */
export const icons = {
  'apple-touch-icon': { size: 180, share: 0.7, background: palette.cover },
  '192': { size: 192, share: 0.7, background: palette.cover, corner: 0.2 },
  '512': { size: 512, share: 0.7, background: palette.cover, corner: 0.2 },
  'maskable-512': { size: 512, share: 0.56, background: palette.cover },
} as const satisfies Readonly<Record<string, IconStyle>>;

/** Style of /favicon.ico, for feed readers and for browsers without SVG icons. */
export const faviconStyle: IconStyle = { size: 32, share: 1 };

/** Draws an icon as PNG, at its own size instead of scaling a larger one. */
export async function drawIcon(style: IconStyle): Promise<Uint8Array<ArrayBuffer>> {
  const density = (72 * style.size) / (mark.size / style.share);
  const image = sharp(Buffer.from(iconSvg(style)), { density }).resize(style.size, style.size);
  return new Uint8Array(await image.png({ compressionLevel: 9 }).toBuffer());
}

const onBackground = {
  paper: palette.sheet,
  line: palette.cover,
  tabs: palette.accentDark,
  isOutlined: false,
};
const onTransparent = { paper: palette.paper, line: palette.ink, tabs: palette.accent, isOutlined: true };

function iconSvg({ share, background, corner = 0 }: IconStyle): string {
  const edge = mark.size / share;
  const inset = (mark.size - edge) / 2;
  const square = `x="${String(inset)}" y="${String(inset)}" width="${String(edge)}" height="${String(edge)}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${String(inset)} ${String(inset)} ${String(edge)} ${String(edge)}">${
    background ? `<rect ${square} rx="${String(edge * corner)}" fill="${background}"/>` : ''
  }${markElements(background ? onBackground : onTransparent)}</svg>`;
}

/**
 * Wraps a square PNG of up to 256 pixels into an ICO file: a header of 6 bytes, a directory entry of 16 bytes, and the PNG.
 * Numbers are little-endian; 256 is written as 0.
 */
export function toIco(png: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const header = new DataView(new ArrayBuffer(22));
  header.setUint16(2, 1, true); // type: icon
  header.setUint16(4, 1, true); // number of images
  header.setUint8(6, size % 256);
  header.setUint8(7, size % 256);
  header.setUint16(10, 1, true); // color planes
  header.setUint16(12, 32, true); // bits per pixel
  header.setUint32(14, png.byteLength, true);
  header.setUint32(18, header.byteLength, true);
  const file = new Uint8Array(header.byteLength + png.byteLength);
  file.set(new Uint8Array(header.buffer));
  file.set(png, header.byteLength);
  return file;
}
