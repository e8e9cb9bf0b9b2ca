import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { reuseOrBuild } from '../../builds/shared-build.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

/** Creates a folder for builds. `numberFor` returns the number of the build for these settings, counted from 1. */
function numberedBuilds() {
  const builds = temporaryFolder();
  let count = 0;
  const write = async (target: string): Promise<void> => {
    count += 1;
    await writeFile(path.join(target, 'number'), String(count));
  };
  const numberFor = async (settings: Readonly<Record<string, string>>): Promise<string> =>
    readFile(path.join(await reuseOrBuild('pages', settings, write, builds), 'number'), 'utf8');
  return { builds, numberFor };
}

test('reuseOrBuild reuses a build of the same settings, and builds again for other settings', async () => {
  const { numberFor } = numberedBuilds();
  expect(await numberFor({ PORT: '1' })).toBe('1');
  expect(await numberFor({ PORT: '1' })).toBe('1');
  expect(await numberFor({ PORT: '2' })).toBe('2');
  expect(await numberFor({ PORT: '1' })).toBe('1');
});

test('reuseOrBuild keeps the four builds that were used last', async () => {
  const { builds, numberFor } = numberedBuilds();
  for (const port of ['1', '2', '3', '4', '5']) await numberFor({ PORT: port });
  expect(await readdir(builds)).toHaveLength(4);
  expect(await numberFor({ PORT: '5' })).toBe('5');
});

test('reuseOrBuild removes the files of a build that fails', async () => {
  const { builds, numberFor } = numberedBuilds();
  const failing = reuseOrBuild('pages', {}, () => Promise.reject(new Error('No.')), builds);
  await expect(failing).rejects.toThrow('No.');
  expect(await readdir(builds)).toEqual([]);
  expect(await numberFor({})).toBe('1');
});
