import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** What a picture may weigh, in kilobytes: a second and a half on slow 4G. */
const mostKilobytes = 300;

const picture = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i;

/** The pictures in a build's folder that weigh too much, a line each: the address, and what it weighs. */
export const heavyPicturesIn = async (folder: string): Promise<string[]> => {
  const names = (await readdir(folder, { recursive: true })).filter((name) => picture.test(name));
  const weighed = await Promise.all(
    names.map(async (name) => ({ name, bytes: (await stat(path.join(folder, name))).size })),
  );
  return weighed
    .filter(({ bytes }) => bytes > mostKilobytes * 1_024)
    .map(
      ({ name, bytes }) =>
        `/${name.replaceAll(path.sep, '/')} has ${Math.ceil(bytes / 1_024).toLocaleString('en-US')} KB`,
    )
    .sort();
};

/** After a build, refuses it where a picture weighs too much: it goes out as it was put into public. */
export const heavyPictures = (): AstroIntegration => ({
  name: 'heavy-pictures',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const heavy = await heavyPicturesIn(fileURLToPath(dir));
      if (heavy.length > 0)
        throw new Error(
          `Make these pictures smaller, ${String(mostKilobytes)} KB at most, such as 1,600 pixels wide and WebP:\n${heavy.join('\n')}`,
        );
    },
  },
});
