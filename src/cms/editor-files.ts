import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';

/** A file of the content editor. `name` is its path below /cms-files. */
export interface EditorFile {
  readonly name: string;
  readonly content: Uint8Array;
}

let editor: ReturnType<typeof bundleEditor> | undefined;

/**
 * Returns the files of the content editor, bundled from its package for our own origin, and the address of its first script.
 * All file names contain a hash of the content.
 */
export function editorFiles(): ReturnType<typeof bundleEditor> {
  editor ??= bundleEditor();
  return editor;
}

async function bundleEditor() {
  const entry = createRequire(import.meta.url).resolve('@sveltia/cms');
  const [scripts, assets] = await Promise.all([
    bundleScripts(entry),
    readAssets(path.join(path.dirname(entry), 'assets')),
  ]);
  const start = scripts.find(({ name }) => name.startsWith('editor-'));
  if (!start) throw new Error('The bundle of the content editor has no first script.');
  return { start: `/cms-files/${start.name}`, files: [...scripts, ...assets] };
}

/** Packages for features that our fields do not use: maps, SVG optimization, code highlighting. */
const unusedPackages = ['@shikijs/*', 'leaflet/*', 'svgo/*', 'terra-draw', 'terra-draw-leaflet-adapter'];

async function bundleScripts(entry: string): Promise<EditorFile[]> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    splitting: true,
    format: 'esm',
    write: false,
    outdir: '/',
    entryNames: 'editor-[hash]',
    chunkNames: '[name]-[hash]',
    external: unusedPackages,
    plugins: [withoutForeignRequests(entry)],
    charset: 'utf8',
    minifyWhitespace: true,
    logLevel: 'error',
  });
  return outputFiles.map(({ path: file, contents }) => ({ name: path.basename(file), content: contents }));
}

/** Requests of the package to other hosts, with their replacements. Its fonts are among the assets. */
const foreignRequests: readonly (readonly [RegExp, string])[] = [
  [/@font-face \{[^}]*cdn\.jsdelivr\.net[^}]*\}/g, ''],
  [
    /https:\/\/www\.githubstatus\.com\/api\/v2\/status\.json/g,
    'data:application/json,{"status":{"indicator":"none"}}',
  ],
];

function withoutForeignRequests(entry: string): Plugin {
  return {
    name: 'without-foreign-requests',
    setup: ({ onLoad }) => {
      onLoad({ filter: /[\\/]npm[\\/]index\.js$/ }, async ({ path: file }) =>
        file === entry
          ? { contents: foreignRequests.reduce(replaceRequest, await readFile(file, 'utf8')), loader: 'js' }
          : undefined,
      );
    },
  };
}

function replaceRequest(text: string, [request, replacement]: (typeof foreignRequests)[number]): string {
  const result = text.replaceAll(request, replacement);
  if (result === text)
    throw new Error(
      `The content editor no longer contains ${String(request)}; check its requests to other hosts.`,
    );
  return result;
}

/** Reads the fonts and other assets. The scripts request them by these names. */
async function readAssets(folder: string): Promise<EditorFile[]> {
  return Promise.all(
    (await readdir(folder))
      .filter((name) => !name.endsWith('.map'))
      .map(async (name) => ({ name: `assets/${name}`, content: await readFile(path.join(folder, name)) })),
  );
}
