import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { inProject } from '../../../stack/paths.ts';
import { sharedFunctions } from '../../builds/shared-build.ts';
import { compareSizes } from '../../recorded-sizes.ts';
import { loadedBytes } from './bundle-weight.ts';

/** The most bytes of code that a function may load. A cold start reads and compiles all of them. */
const MAX_BYTES = 400_000;

test('no function loads more than 5% more code at its start than recorded', async () => {
  const built = await sharedFunctions();
  const names = (await readdir(inProject('netlify/functions'))).map((file) => path.basename(file, '.ts'));
  const sizes: Record<string, number> = {};
  for (const name of names) sizes[name] = await loadedBytes(path.join(built, `${name}.mjs`));
  expect(Math.max(...Object.values(sizes))).toBeLessThanOrEqual(MAX_BYTES);
  expect(await compareSizes('functions', sizes)).toEqual([]);
});
