import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { rewritePages } from './each-page.ts';
import { namesOf } from './page-names.ts';
import { replaceStyles } from './page-styles.ts';
import { usedCss } from './used-css.ts';

/** Reads the chunks that a text names and, in turn, those that they name: all that a page may load. */
export const chunksReader = (folder: string) => {
  const texts = new Map<string, Promise<string>>();
  const read = (name: string) => {
    const text = texts.get(name) ?? readFile(path.join(folder, name), 'utf8');
    texts.set(name, text);
    return text;
  };
  const namedIn = (text: string) =>
    (text.match(/[\w.-]+\.(?:js|css)\b/g) ?? []).filter((name) => existsSync(path.join(folder, name)));

  return async (html: string): Promise<string[]> => {
    // The renderer gives no element a class by itself.
    const found = new Set(namedIn(html.replaceAll(/\srenderer-url="[^"]*"/g, '')));
    // A set that grows while it is walked: the walk ends when a chunk names nothing new.
    for (const name of found) for (const next of namedIn(await read(name))) found.add(next);
    return Promise.all([...found].map(read));
  };
};

/** Whether this is the code of the identity provider's SDK, which gives no element of a page a class. */
const isIdentitySdk = (code: string): boolean =>
  code.includes('identitytoolkit.googleapis.com') && !code.includes('className:');

/** After a build, leaves out of every page the CSS that can never do anything there. */
export const unusedCss = (): AstroIntegration => ({
  name: 'unused-css',
  hooks: {
    'astro:build:done': async ({ dir, logger }) => {
      const chunksOf = chunksReader(path.join(fileURLToPath(dir), '_astro'));
      let saved = 0;
      await rewritePages(dir, async (html) => {
        const chunks = (await chunksOf(html)).filter((code) => !isIdentitySdk(code));
        const names = namesOf(
          replaceStyles(html, () => ''),
          chunks,
        );
        const lean = replaceStyles(html, (css) => usedCss(css, names));
        saved += html.length - lean.length;
        return lean;
      });
      logger.info(`left ${String(Math.round(saved / 1000))} kB out of the pages`);
    },
  },
});
