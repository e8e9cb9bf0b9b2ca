import { cp, readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { buildPages } from '../netlify/build-pages.ts';

/** Creates an integration that copies every page to `folder` before the build steps remove unused CSS. */
function keepWholePages(folder: string): AstroIntegration {
  return {
    name: 'keep-whole-pages',
    hooks: {
      // This hook runs before `astro:build:done`, which the build steps use.
      'astro:build:generated': async ({ dir }) => {
        const outFolder = fileURLToPath(dir);
        const names = (await readdir(outFolder, { recursive: true })).filter((name) =>
          name.endsWith('.html'),
        );
        for (const name of names) await cp(path.join(outFolder, name), path.join(folder, name));
      },
    },
  };
}

/**
 * `node stack/build-pages.ts ROOT FILES [WHOLE]`: builds the static files of the project in ROOT into FILES, as `npm run build`
 * does. With WHOLE, the pages with all of their CSS are copied to that folder.
 */
const [root = '', outDir = '', whole] = process.argv.slice(2);
await buildPages({
  root,
  outDir,
  integrations: whole ? [keepWholePages(whole)] : [],
  // The environment has the settings of .env already. Vite would read it again, and replace empty settings.
  vite: { envDir: false },
});
