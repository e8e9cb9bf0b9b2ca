import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin, transform } from 'esbuild';
import { leftOut } from './left-out.ts';

/**
 * Bundles netlify/functions into .build/functions, which is what gets deployed: the platform's own
 * bundler leaves packages unbundled, and loading them file by file makes cold starts slow. Each function
 * ends as a few lines that carry its configuration as literals, since the platform reads it unexecuted.
 */
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const source = path.join(root, 'netlify/functions');

/**
 * Packages that are CommonJS inside expect `require`, of the platform's own modules since all others are bundled, and
 * `__filename` and `__dirname`. The latter two get names of their own, since the platform's packaging declares the usual
 * ones itself. Node's createRequire would do, but loads as long as a small package.
 */
const banner = `const require = (name) => {
  const found = process.getBuiltinModule(name);
  if (!found) throw Object.assign(new Error(\`Cannot find module '\${name}'\`), { code: 'MODULE_NOT_FOUND' });
  return found;
};
const __bundleFile = import.meta.filename;
const __bundleFolder = import.meta.dirname;`;

const core = path.join(root, 'netlify/core.ts');

/**
 * Lets each of our files import the core, so that esbuild puts all of the core into one chunk: it makes one for every
 * set of files that need the same, and a cold start waits for each of them.
 */
const coreFirst: Plugin = {
  name: 'core-first',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/src\/(server|shared)\/.*\.ts$/ }, async ({ path: file }) => ({
      contents: `import ${JSON.stringify(core)};\n${await readFile(file, 'utf8')}`,
      loader: 'ts',
    }));
  },
};

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
    plugins: [coreFirst, leftOut],
    chunkNames: '[name]-[hash]',
    outExtension: { '.js': '.mjs' },
    // It stands in every chunk.
    banner: { js: (await transform(banner, { minify: true })).code },
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

if (import.meta.main) await buildFunctions(process.argv[2]);
