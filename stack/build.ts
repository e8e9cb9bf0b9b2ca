import { spawn } from 'node:child_process';
import { inProject, root } from './paths.ts';
import type { Settings } from './settings.ts';

/** Folders of a build. */
export interface BuildFolders {
  readonly files: string;
  readonly functions: string;
}

/** The build that Netlify deploys. */
export const productionBuild: BuildFolders = {
  files: inProject('dist'),
  functions: inProject('.build/functions'),
};

/** Folders of another build, so that tests do not replace the files of a running preview. */
export function separateBuild(name: string): BuildFolders {
  return {
    files: inProject('.build', name, 'dist'),
    functions: inProject('.build', name, 'functions'),
  };
}

/** Builds the static files. */
export async function buildPages(
  settings: Settings,
  files: string,
  {
    folder = root,
    wholePages,
  }: {
    /** Folder of the project or of a copy. */
    readonly folder?: string;
    /** Folder for copies of the pages with all of their CSS. */
    readonly wholePages?: string;
  } = {},
): Promise<void> {
  const whole = wholePages === undefined ? [] : [wholePages];
  await runBuild([inProject('stack/build-pages.ts'), folder, files, ...whole], folder, settings);
}

function runBuild(args: readonly string[], cwd: string, settings: Settings): Promise<void> {
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

/** Builds the bundled functions. Without the folder of the static files, they count every page path. */
export function buildFunctions(settings: Settings, functions: string, files?: string): Promise<void> {
  const staticFiles = files === undefined ? [] : [files];
  return runBuild([inProject('netlify/build-functions.ts'), functions, ...staticFiles], root, settings);
}

/** Builds the site and the bundled functions with these settings, as production does. */
export async function buildSite(settings: Settings, { files, functions }: BuildFolders): Promise<void> {
  await buildPages(settings, files);
  await buildFunctions(settings, functions, files);
}
