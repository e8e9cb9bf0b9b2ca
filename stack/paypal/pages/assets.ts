import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const fileOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

const scripts = {
  sdk: '../browser/sdk.ts',
  approval: '../browser/approval.ts',
  overview: '../browser/overview.ts',
};

export interface Assets {
  sdk: string;
  approval: string;
  overview: string;
  style: string;
}

const bundle = async (entry: string): Promise<string> => {
  const result = await build({
    entryPoints: [fileOf(entry)],
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    write: false,
    legalComments: 'none',
  });
  return result.outputFiles[0]?.text ?? '';
};

const buildAll = async (): Promise<Assets> => {
  const [sdk, approval, overview, style] = await Promise.all([
    bundle(scripts.sdk),
    bundle(scripts.approval),
    bundle(scripts.overview),
    readFile(fileOf('./style.css'), 'utf8'),
  ]);
  return { sdk, approval, overview, style };
};

let built: Promise<Assets> | null = null;

/** Everything that browsers get from the simulator besides HTML, built once a process. */
export const buildAssets = (): Promise<Assets> => (built ??= buildAll());
