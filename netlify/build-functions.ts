import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildCountedPages } from './build-counted-pages.ts';
import { buildLetters } from './build-letters.ts';
import { buildTerms } from './build-terms.ts';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const source = path.join(root, 'netlify/functions');

/**
 * Defines `require`, `__filename` and `__dirname`, which ES modules do not have. Bundled CommonJS packages use them, for example
 * to load Node's own modules.
 */
const banner = `import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
const __filename = import.meta.filename;
const __dirname = import.meta.dirname;`;

/**
 * Bundles netlify/functions into a folder: a file for each function, and the code that they share or load later in
 * `chunks`. Netlify deploys these files unchanged (`node_bundler = "none"` in netlify.toml). Its own bundler would leave
 * the packages unbundled, and loading them file by file takes half a second at a cold start. Also writes the letters, the terms,
 * and the counted pages of the static files in `staticFiles`, into `chunks`, which Netlify deploys with each function
 * (`included_files` in netlify.toml). Without `staticFiles`, the functions count every page path.
 */
export async function buildFunctions(
  target = path.join(root, '.build/functions'),
  staticFiles?: string,
): Promise<void> {
  const files = await readdir(source);
  await rm(target, { recursive: true, force: true });
  await build({
    entryPoints: files.map((file) => path.join(source, file)),
    outdir: target,
    chunkNames: 'chunks/[name]-[hash]',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    minify: true,
    banner: { js: banner },
    logLevel: 'warning',
  });
  await Promise.all([buildLetters(), buildTerms()]);
  await buildLetters(root, path.join(target, 'chunks/letters.json'));
  await buildTerms(root, path.join(target, 'chunks/terms.json'));
  if (staticFiles !== undefined) await buildCountedPages(staticFiles, path.join(target, 'chunks/pages.json'));
}

/** `node netlify/build-functions.ts [TARGET [STATIC_FILES]]` */
if (import.meta.main) await buildFunctions(...process.argv.slice(2, 4));
