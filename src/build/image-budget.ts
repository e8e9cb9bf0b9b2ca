import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** Maximum size of a picture. A picture of this size loads in a second and a half on slow 4G. */
const maxKilobytes = 300;

/** Advice for a picture over the budget. */
export const imageAdvice = `${String(maxKilobytes)} KB at most, such as 1,600 pixels wide and WebP`;

/** Stops a build that has a picture over the budget. Pictures in `public/` are served unchanged, so nothing makes them smaller. */
export function imageBudget(): AstroIntegration {
  return {
    name: 'image-budget',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const images = await imagesOverBudget(fileURLToPath(dir));
        const lines = images.map(({ address, kilobytes }) => `${address} has ${kilobytes} KB`);
        if (lines.length > 0)
          throw new Error(`Make these pictures smaller, ${imageAdvice}:\n${lines.join('\n')}`);
      },
    },
  };
}

const imageFile = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i;

interface LargeImage {
  /** Path on the site, such as `/images/choir.jpg`. */
  readonly address: string;
  readonly kilobytes: string;
}

/** Returns the pictures in a folder that are over the budget. */
export async function imagesOverBudget(folder: string): Promise<LargeImage[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => imageFile.test(name));
  const images = await Promise.all(
    names.map(async (name) => ({
      address: `/${name.replaceAll(path.sep, '/')}`,
      bytes: (await stat(path.join(folder, name))).size,
    })),
  );
  return images
    .filter(({ bytes }) => bytes > maxKilobytes * 1_024)
    .map(({ address, bytes }) => ({ address, kilobytes: Math.ceil(bytes / 1_024).toLocaleString('en-US') }))
    .sort((a, b) => a.address.localeCompare(b.address));
}
