import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { inProject } from '../../../stack/paths.ts';
import { sharedFunctions } from '../../builds/shared-build.ts';
import { bytesOf, chunkOf, loadedWith } from './bundle-weight.ts';

/** A cold start reads and compiles all of it. Twice what the routes need with schemas and database driver is a mistake. */
const MOST_BYTES = 300_000;

const names = (await readdir(inProject('netlify/functions'))).map((file) => path.basename(file, '.ts'));
const built = await sharedFunctions();

test.each(names)('the function %s starts with at most 180 KB of code', async (name) => {
  expect(bytesOf(await loadedWith(path.join(built, `${name}.mjs`))).plain).toBeLessThanOrEqual(180_000);
});

test('every group of routes loads at most 300 KB of code, and not the identity provider’s library', async () => {
  const source = await readFile(inProject('src/server/routes/routes.ts'), 'utf8');
  const groups = [...source.matchAll(/import\('\.\/([\w-]+)\.ts'\)/g)].flatMap(([, group]) => group ?? []);
  expect(groups).toContain('track');
  for (const group of groups) {
    const loaded = await loadedWith(path.join(built, 'api.mjs'), await chunkOf(built, group));
    expect(bytesOf(loaded).plain, group).toBeLessThanOrEqual(MOST_BYTES);
  }
});
