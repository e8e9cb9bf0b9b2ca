import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin, transform } from 'esbuild';
import { leanDriver } from './lean-driver.ts';
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

/** All files of ours that the core imports at once. */
const filesOfCore = async (): Promise<ReadonlySet<string>> => {
  const { metafile } = await build({
    entryPoints: [core],
    absWorkingDir: root,
    packages: 'external',
    format: 'esm',
    bundle: true,
    metafile: true,
    write: false,
  });
  const found = new Set<string>();
  const waiting = [path.relative(root, core).replaceAll(path.sep, '/')];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    for (const { path: next, kind, external } of metafile.inputs[file]?.imports ?? [])
      if (kind === 'import-statement' && !external) waiting.push(next);
  }
  return new Set([...found].map((file) => path.join(root, file)));
};

/**
 * A cold start waits for every file that it has to open, and esbuild makes one for every set of entry points and
 * later imports that share code. So each file of ours outside the core imports it, and the core is one chunk;
 * and whatever is imported later is another, with copies of all it takes of ours that is not in the core. The
 * suffix of a file says whose copy it is.
 */
const fewFiles = (ofCore: ReadonlySet<string>): Plugin => ({
  name: 'few-files',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^\.\.?\/.*\.ts$/ }, ({ path: asked, resolveDir, kind, pluginData }) => {
      const file = path.join(resolveDir, asked);
      if (ofCore.has(file)) return { path: file };
      const copy = kind === 'dynamic-import' ? `?${path.relative(root, file)}` : String(pluginData ?? '');
      return { path: file, suffix: copy };
    });
    onLoad(
      { filter: /[/\\](src[/\\](server|shared)|netlify[/\\]functions)[/\\].*\.ts$/ },
      async ({ path: file, suffix }) => {
        if (ofCore.has(file)) return null;
        const text = await readFile(file, 'utf8');
        return { contents: `import ${JSON.stringify(core)};\n${text}`, loader: 'ts', pluginData: suffix };
      },
    );
  },
});

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
    plugins: [fewFiles(await filesOfCore()), leftOut, leanDriver],
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
      `export { default } from './/${entry}';\n\nexport const config = ${literal};\n`,
    );
  }
};

if (import.meta.main) await buildFunctions(process.argv[2]);
