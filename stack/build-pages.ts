import { cp, readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { buildPages } from '../netlify/build-pages.ts';

/**
 * `node stack/build-pages.ts ROOT FILES [WHOLE]`: builds the static files of a project into FILES, as
 * `npm run build` does. WHOLE gets a copy of every page from before the build steps, with all of its CSS.
 */
function keepWholePages(folder: string): AstroIntegration {
  return {
    name: 'keep-whole-pages',
    hooks: {
      // Comes before the `astro:build:done` of the build steps.
      'astro:build:generated': async ({ dir }) => {
        const built = fileURLToPath(dir);
        const names = (await readdir(built, { recursive: true })).filter((name) => name.endsWith('.html'));
        for (const name of names) await cp(path.join(built, name), path.join(folder, name));
      },
    },
  };
}

const [root = '', outDir = '', whole] = process.argv.slice(2);
await buildPages({
  root,
  outDir,
  integrations: whole ? [keepWholePages(whole)] : [],
  // The settings of .env are in the environment already, where an empty one takes its place.
  vite: { envDir: false },
});
