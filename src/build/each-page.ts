import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** What a build step makes of a page's HTML. */
export type PageStep = (html: string) => string;

/** Rewrites every page of a build; `rewrite` gets a page's HTML and its name in the build's folder. */
export const rewritePages = async (
  dir: URL,
  rewrite: (html: string, page: string) => string | Promise<string>,
): Promise<void> => {
  const folder = fileURLToPath(dir);
  const pages = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.html'));
  for (const page of pages) {
    const file = path.join(folder, page);
    await writeFile(file, await rewrite(await readFile(file, 'utf8'), page));
  }
};

/** An integration that rewrites every built page, one step after the other. */
export const eachPage = (...steps: readonly PageStep[]): AstroIntegration => ({
  name: 'each-page',
  hooks: {
    'astro:build:done': ({ dir }) =>
      rewritePages(dir, (html) => steps.reduce((text, step) => step(text), html)),
  },
});
