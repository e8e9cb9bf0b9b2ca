import { spawn } from 'node:child_process';
import { inProject, root } from './paths.ts';
import type { Settings } from './settings.ts';

/** Where a build stands: the static files, and the bundled functions. */
export interface BuildFolders {
  readonly files: string;
  readonly functions: string;
}

/** What is deployed. */
export const productionBuild: BuildFolders = {
  files: inProject('dist'),
  functions: inProject('.build/functions'),
};

/** A build of its own beside it, so that tests and a running preview do not take each other's files away. */
export function separateBuild(name: string): BuildFolders {
  return {
    files: inProject('.build', name, 'dist'),
    functions: inProject('.build', name, 'functions'),
  };
}

/** Builds the static files alone. */
export async function buildPages(
  settings: Settings,
  files: string,
  {
    folder = root,
    wholePages,
  }: {
    /** The project, or a copy of it. */
    readonly folder?: string;
    /** Gets a copy of every page with all of its CSS. */
    readonly wholePages?: string;
  } = {},
): Promise<void> {
  const whole = wholePages === undefined ? [] : [wholePages];
  await run([inProject('stack/build-pages.ts'), folder, files, ...whole], folder, settings);
}

function run(args: readonly string[], cwd: string, settings: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...settings, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' };
    const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const output: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The build failed:\n${Buffer.concat(output).toString()}`));
    });
  });
}

/** Builds the bundled functions. */
export function buildFunctions(settings: Settings, functions: string): Promise<void> {
  return run([inProject('netlify/build-functions.ts'), functions], root, settings);
}

/** Builds the site and the bundled functions with these settings, as production does. */
export async function buildSite(settings: Settings, { files, functions }: BuildFolders): Promise<void> {
  await buildPages(settings, files);
  await buildFunctions(settings, functions);
}
