import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buildPages } from '../stack/build.ts';
import { inProject } from '../stack/paths.ts';
import type { Settings } from '../stack/settings.ts';

/** A copy of the project that a test changes and builds. */
export interface ProjectCopy {
  /** Folder of the copy's build. */
  readonly files: string;
  /** Replaces the text of a file, which is '' for a new file. Throws if the text stays the same. */
  readonly edit: (file: string, change: (text: string) => string) => Promise<void>;
  readonly remove: (file: string) => Promise<void>;
  /** Builds the pages. Rejects with the message of the build. */
  readonly build: (settings: Settings) => Promise<void>;
}

/** Files that the build of the pages reads. */
const sources = [
  'src',
  'public',
  'drizzle/migrations/meta',
  'astro.config.mjs',
  'netlify.toml',
  'package.json',
  'tsconfig.json',
];

/** Copies the project to a folder, which must be inside the project to use its packages. */
export async function copyProject(folder: string): Promise<ProjectCopy> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const source of sources) await cp(inProject(source), path.join(folder, source), { recursive: true });
  const files = path.join(folder, 'dist');
  return {
    files,
    edit: async (file, change) => {
      const target = path.join(folder, file);
      const before = await readFile(target, 'utf8').catch(() => '');
      const after = change(before);
      if (after === before) throw new Error(`Nothing to change was found in ${file}.`);
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, after);
    },
    remove: (file) => rm(path.join(folder, file)),
    build: (settings) => buildPages(settings, files, { folder }),
  };
}
