import { Buffer } from 'node:buffer';
import besley500 from '@fontsource/besley/files/besley-latin-500-normal.woff?inline';
import publicSans400 from '@fontsource/public-sans/files/public-sans-latin-400-normal.woff?inline';
import publicSans600 from '@fontsource/public-sans/files/public-sans-latin-600-normal.woff?inline';
import type { Font } from 'satori';

const bytesOf = (dataUrl: string): Buffer => Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');

/** The site's two families, at the weights that a picture uses. */
export const fonts: Font[] = [
  { name: 'Besley', weight: 500, data: bytesOf(besley500) },
  { name: 'Public Sans', weight: 400, data: bytesOf(publicSans400) },
  { name: 'Public Sans', weight: 600, data: bytesOf(publicSans600) },
];
