import sharp from 'sharp';
import { logoSvg, markSvg } from './logo.tsx';
import { windowSvg } from './window-picture.tsx';

/** The drawings in /press, by the name of their files. */
const drawings = {
  logo: () => logoSvg('light'),
  'logo-on-dark': () => logoSvg('dark'),
  mark: () => markSvg('light'),
  'mark-on-dark': () => markSvg('dark'),
  window: () => windowSvg('light'),
  'window-dark': () => windowSvg('dark'),
} as const;

export type PressFile = keyof typeof drawings;
export const windowFiles = ['window', 'window-dark'] as const;
type WindowFile = (typeof windowFiles)[number];
export const pressFiles = Object.keys(drawings) as readonly PressFile[];

/** Draws a file as SVG. */
export async function pressSvg(name: PressFile): Promise<string> {
  return await drawings[name]();
}

/** Draws the window as the page shows it: WebP, half as wide as the PNG. */
export async function windowWebp(name: WindowFile): Promise<Uint8Array<ArrayBuffer>> {
  const image = sharp(Buffer.from(await pressSvg(name)));
  return new Uint8Array(await image.webp({ quality: 70 }).toBuffer());
}

/** Draws a file as PNG, with a palette to keep it small. The window has two pixels for each unit of its SVG. */
export async function pressPng(name: PressFile): Promise<Uint8Array<ArrayBuffer>> {
  const density = name.startsWith('window') ? 144 : 72;
  const image = sharp(Buffer.from(await pressSvg(name)), { density });
  return new Uint8Array(await image.png({ palette: true, dither: 0 }).toBuffer());
}
