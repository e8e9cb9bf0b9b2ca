import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** What a build step makes of a page's HTML. */
export type PageStep = (html: string) => string;

/** An integration that rewrites every built page, one step after the other. */
export const eachPage = (...steps: readonly PageStep[]): AstroIntegration => ({
  name: 'each-page',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const folder = fileURLToPath(dir);
      const pages = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.html'));
      for (const page of pages) {
        const file = path.join(folder, page);
        const html = await readFile(file, 'utf8');
        await writeFile(
          file,
          steps.reduce((text, step) => step(text), html),
        );
      }
    },
  },
});
