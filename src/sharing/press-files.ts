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
export const pressFiles = Object.keys(drawings) as readonly PressFile[];

/** Draws a file as SVG. */
export async function pressSvg(name: PressFile): Promise<string> {
  return await drawings[name]();
}

/** Draws a file as PNG, with a palette to keep it small. The window has two pixels for each unit of its SVG. */
export async function pressPng(name: PressFile): Promise<Uint8Array<ArrayBuffer>> {
  const density = name.startsWith('window') ? 144 : 72;
  const image = sharp(Buffer.from(await pressSvg(name)), { density });
  return new Uint8Array(await image.png({ palette: true, dither: 0 }).toBuffer());
}
