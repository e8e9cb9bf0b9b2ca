import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buildPages } from '../../stack/build.ts';
import { inProject } from '../../stack/paths.ts';
import type { Settings } from '../../stack/settings.ts';

/** What a build of the pages reads. */
const sources = ['src', 'public', 'astro.config.mjs', 'netlify.toml', 'package.json', 'tsconfig.json'];

/** A copy of the project's pages, to be changed and built. */
export interface ProjectCopy {
  /** Where its build stands. */
  readonly files: string;
  /** Replaces a file's text; a file that is not there begins empty. A change that changes nothing throws. */
  readonly edit: (file: string, change: (text: string) => string) => Promise<void>;
  readonly remove: (file: string) => Promise<void>;
  /** Builds it; rejects with what the build said. */
  readonly build: (settings: Settings) => Promise<void>;
}

/** Makes a copy in a folder, below the project's own, so that it finds the packages there. */
export const copyTo = async (folder: string): Promise<ProjectCopy> => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const source of sources) await cp(inProject(source), path.join(folder, source), { recursive: true });
  const files = path.join(folder, 'dist');
  return {
    files,
    edit: async (file, change) => {
      const place = path.join(folder, file);
      const before = await readFile(place, 'utf8').catch(() => '');
      const after = change(before);
      if (after === before) throw new Error(`Nothing to change was found in ${file}.`);
      await mkdir(path.dirname(place), { recursive: true });
      await writeFile(place, after);
    },
    remove: (file) => rm(path.join(folder, file)),
    build: (settings) => buildPages(settings, files, { folder }),
  };
};
