import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/**
 * Bundles netlify/functions into .build/functions, which is what gets deployed: the platform's own
 * bundler leaves packages unbundled, and loading them file by file makes cold starts slow. Each function
 * ends as a few lines that carry its configuration as literals, since the platform reads it unexecuted.
 */
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const source = path.join(root, 'netlify/functions');

/**
 * Packages that are CommonJS inside expect `require`, `__filename` and `__dirname`. The latter two get
 * names of their own, since the platform's packaging declares the usual ones itself.
 */
const banner = `import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __toPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __bundleFile = __toPath(import.meta.url);
const __bundleFolder = __dirnameOf(__bundleFile);`;

/** Builds every function into a folder, which is made anew. */
export const buildFunctions = async (target = path.join(root, '.build/functions')): Promise<void> => {
  const names = (await readdir(source)).map((file) => path.basename(file, '.ts'));
  await rm(target, { recursive: true, force: true });
  await build({
    entryPoints: names.map((name) => path.join(source, `${name}.ts`)),
    outdir: path.join(target, 'shared'),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    minify: true,
    chunkNames: '[name]-[hash]',
    outExtension: { '.js': '.mjs' },
    banner: { js: banner },
    define: { __filename: '__bundleFile', __dirname: '__bundleFolder' },
    logLevel: 'warning',
  });
  await mkdir(target, { recursive: true });
  for (const name of names) {
    const entry = `shared/${name}.mjs`;
    const { config } = (await import(pathToFileURL(path.join(target, entry)).href)) as { config: unknown };
    const literal = JSON.stringify(config, null, 2);
    await writeFile(
      path.join(target, `${name}.mjs`),
      `export { default } from './${entry}';\n\nexport const config = ${literal};\n`,
    );
  }
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildFunctions(process.argv[2]);
