import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** What a picture may weigh, in kilobytes: a second and a half on slow 4G. */
const mostKilobytes = 300;

const picture = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i;

interface LargeImage {
  /** Where the site serves it: `/images/choir.jpg`. */
  readonly address: string;
  readonly kilobytes: string;
}

/** Returns the pictures in a folder that weigh too much. */
export const imagesOverBudget = async (folder: string): Promise<LargeImage[]> => {
  const names = (await readdir(folder, { recursive: true })).filter((name) => picture.test(name));
  const weighed = await Promise.all(
    names.map(async (name) => ({
      address: `/${name.replaceAll(path.sep, '/')}`,
      bytes: (await stat(path.join(folder, name))).size,
    })),
  );
  return weighed
    .filter(({ bytes }) => bytes > mostKilobytes * 1_024)
    .map(({ address, bytes }) => ({ address, kilobytes: Math.ceil(bytes / 1_024).toLocaleString('en-US') }))
    .sort((a, b) => a.address.localeCompare(b.address));
};

/** What to do about a picture that weighs too much. */
export const imageRemedy = `${String(mostKilobytes)} KB at most, such as 1,600 pixels wide and WebP`;

/** After a build, refuses it where a picture weighs too much: it goes out as it was put into public. */
export const imageBudget = (): AstroIntegration => ({
  name: 'image-budget',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const heavy = await imagesOverBudget(fileURLToPath(dir));
      const lines = heavy.map(({ address, kilobytes }) => `${address} has ${kilobytes} KB`);
      if (heavy.length > 0)
        throw new Error(`Make these pictures smaller, ${imageRemedy}:\n${lines.join('\n')}`);
    },
  },
});
