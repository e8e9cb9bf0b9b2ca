import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';

/** A file of the content editor, by its name below /cms-files. */
export interface EditorFile {
  readonly name: string;
  readonly content: Uint8Array;
}

/** What fields of ours never ask for: maps, drawings made smaller, coloured code. */
const unused = ['@shikijs/*', 'leaflet/*', 'svgo/*', 'terra-draw', 'terra-draw-leaflet-adapter'];

/** What the package asks of other hosts without being told to, and what stands there instead: its fonts are here. */
const outside: readonly (readonly [RegExp, string])[] = [
  [/@font-face \{[^}]*cdn\.jsdelivr\.net[^}]*\}/g, ''],
  [
    /https:\/\/www\.githubstatus\.com\/api\/v2\/status\.json/g,
    'data:application/json,{"status":{"indicator":"none"}}',
  ],
];

const without = (text: string, [asked, instead]: (typeof outside)[number]): string => {
  const changed = text.replaceAll(asked, instead);
  if (changed === text)
    throw new Error(`The content editor no longer has ${String(asked)}; look what it asks.`);
  return changed;
};

const atHome = (entry: string): Plugin => ({
  name: 'at-home',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]npm[\\/]index\.js$/ }, async ({ path: file }) =>
      file === entry
        ? { contents: outside.reduce(without, await readFile(file, 'utf8')), loader: 'js' }
        : undefined,
    );
  },
});

const scriptsOf = async (entry: string): Promise<EditorFile[]> => {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    splitting: true,
    format: 'esm',
    write: false,
    outdir: '/',
    entryNames: 'editor-[hash]',
    chunkNames: '[name]-[hash]',
    external: unused,
    plugins: [atHome(entry)],
    charset: 'utf8',
    minifyWhitespace: true,
    logLevel: 'error',
  });
  return outputFiles.map(({ path: file, contents }) => ({ name: path.basename(file), content: contents }));
};

/** Its fonts and the like; the scripts ask for them by these names, which carry a hash. */
const assetsOf = async (folder: string): Promise<EditorFile[]> =>
  Promise.all(
    (await readdir(folder))
      .filter((name) => !name.endsWith('.map'))
      .map(async (name) => ({ name: `assets/${name}`, content: await readFile(path.join(folder, name)) })),
  );

const packed = async () => {
  const entry = createRequire(import.meta.url).resolve('@sveltia/cms');
  const [scripts, assets] = await Promise.all([
    scriptsOf(entry),
    assetsOf(path.join(path.dirname(entry), 'assets')),
  ]);
  const start = scripts.find(({ name }) => name.startsWith('editor-'));
  if (!start) throw new Error('The content editor was packed without its first script.');
  return { start: `/cms-files/${start.name}`, files: [...scripts, ...assets] };
};

let once: ReturnType<typeof packed> | undefined;

/**
 * The content editor's program, packed from its package for our own origin: every file, and the address of the
 * script to start with. All scripts carry a hash of their content in their names.
 */
export const editorFiles = (): ReturnType<typeof packed> => (once ??= packed());
