import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { inProject } from '../../../stack/paths.ts';
import { sharedFunctions } from '../../builds/shared-build.ts';
import { bytesOf, loadedWith } from './bundle-weight.ts';

/** A cold start reads and compiles all of it. Twice what the routes need with schemas and database driver is a mistake. */
const MOST_BYTES = 300_000;

const names = (await readdir(inProject('netlify/functions'))).map((file) => path.basename(file, '.ts'));
const built = await sharedFunctions();

test.each(names)('the function %s starts with at most 210 KB of code', async (name) => {
  expect(bytesOf(await loadedWith(path.join(built, `${name}.mjs`))).plain).toBeLessThanOrEqual(210_000);
});

const chunks = (await readdir(path.join(built, 'shared'))).filter((file) => file.includes('routes-'));

test.each(chunks)('the calls in %s take at most 300 KB of code', async (file) => {
  const loaded = await loadedWith(path.join(built, 'api.mjs'), path.join(built, 'shared', file));
  expect(bytesOf(loaded).plain).toBeLessThanOrEqual(MOST_BYTES);
});
