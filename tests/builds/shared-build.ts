import { createHash } from 'node:crypto';
import { readdir, readFile, rename, rm, mkdir, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { buildFunctions, buildPages } from '../../stack/build.ts';
import { inProject } from '../../stack/paths.ts';
import type { Settings } from '../../stack/settings.ts';
import { chooseTestPorts, analyticsSettings, testSettings } from './test-settings.ts';

/** The files and folders that both builds read. */
const commonInputs = ['netlify', 'drizzle'].concat(
  ['package.json', 'package-lock.json', 'tsconfig.json'],
  ['stack/build.ts', 'stack/build-pages.ts', 'tests/builds/shared-build.ts'],
);
/** The files and folders that each kind of build reads. The functions bundle the server, and write the letters of src/content. */
const inputsOf = {
  pages: ['src', 'public', 'astro.config.mjs', 'netlify.toml', ...commonInputs],
  functions: ['src/server', 'src/shared', 'src/copy', 'src/content', ...commonInputs],
} as const;

const sharedBuilds = inProject('.build/shared');
/** Number of stored builds of each kind, for switching between branches. */
const MAX_BUILDS = 4;

/** Folders of the static files, and of the pages before the build steps. */
export interface SharedPages {
  readonly files: string;
  readonly wholePages: string;
}

/** Returns the site's static files for these settings. Builds them unless a build of the same inputs exists. */
export async function sharedPages(settings: Settings): Promise<SharedPages> {
  const folder = await reuseOrBuild('pages', settings, (target) =>
    buildPages(settings, path.join(target, 'dist'), { wholePages: path.join(target, 'whole') }),
  );
  return { files: path.join(folder, 'dist'), wholePages: path.join(folder, 'whole') };
}

/** Returns the folder of the bundled functions. Builds them unless a build of the same inputs exists. */
export function sharedFunctions(): Promise<string> {
  return reuseOrBuild('functions', {}, (target) => buildFunctions({}, target));
}

/** Returns the folder of a build of the same inputs and settings in `builds`. Builds it if it does not exist. */
async function reuseOrBuild(
  kind: keyof typeof inputsOf,
  settings: Settings,
  build: (target: string) => Promise<void>,
  builds = sharedBuilds,
): Promise<string> {
  const folder = path.join(builds, `${kind}-${await hashInputs(inputsOf[kind], settings)}`);
  if (!(await exists(folder))) {
    const temporary = `${folder}.${String(process.pid)}`;
    await mkdir(temporary, { recursive: true });
    try {
      await build(temporary);
      await rename(temporary, folder).catch(async (error: unknown) => {
        // Another process has finished the same build.
        if (!(await exists(folder))) throw error;
      });
    } finally {
      await rm(temporary, { recursive: true, force: true });
    }
  }
  const now = new Date();
  await utimes(folder, now, now);
  await removeOldBuilds(kind, builds);
  return folder;
}

/** Hashes the inputs, the settings, the version of Node, and the day, because pages show the year. */
async function hashInputs(inputs: readonly string[], settings: Settings): Promise<string> {
  const hash = createHash('sha256');
  const day = new Date().toISOString().slice(0, 10);
  hash.update(JSON.stringify([process.version, day, Object.entries(settings).sort()]));
  for (const input of inputs)
    for (const file of await listFiles(inProject(input))) {
      hash.update(`\0${path.relative(inProject(), file)}\0`);
      hash.update(await readFile(file));
    }
  return hash.digest('hex').slice(0, 16);
}

async function listFiles(place: string): Promise<string[]> {
  if (!(await stat(place)).isDirectory()) return [place];
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

async function removeOldBuilds(kind: string, builds: string): Promise<void> {
  const names = (await readdir(builds)).filter((name) => new RegExp(`^${kind}-[0-9a-f]{16}$`).test(name));
  const builtFolders = await Promise.all(
    names.map(async (name) => ({
      name,
      usedAt: await stat(path.join(builds, name)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    })),
  );
  const oldest = builtFolders.sort((a, b) => b.usedAt - a.usedAt).slice(MAX_BUILDS);
  await Promise.all(oldest.map(({ name }) => rm(path.join(builds, name), { recursive: true, force: true })));
}

async function exists(place: string): Promise<boolean> {
  return stat(place).then(
    () => true,
    () => false,
  );
}

/** `node tests/builds/shared-build.ts pages|measured|functions`: builds for later tests. */
if (import.meta.main) {
  const ports = await chooseTestPorts();
  const [kind] = process.argv.slice(2);
  if (kind === 'pages') await sharedPages(testSettings(ports));
  else if (kind === 'measured') await sharedPages(analyticsSettings(ports));
  else if (kind === 'functions') await sharedFunctions();
  else throw new Error(`There is no build ${String(kind)}.`);
}
