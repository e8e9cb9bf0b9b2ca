import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { imagesOverBudget } from '../../../src/build/image-budget.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

test('a picture of more than 300 KB is named with what it weighs; one of 300, and other files, are not', async () => {
  const folder = temporaryFolder();
  await mkdir(path.join(folder, 'images'));
  for (const [name, bytes] of [
    ['images/choir.JPG', 4_000_000],
    ['at-home.webp', 300 * 1_024 + 1],
    ['images/small.png', 300 * 1_024],
    ['film.mp4', 4_000_000],
  ] as const)
    await writeFile(path.join(folder, name), new Uint8Array(bytes));
  expect(await imagesOverBudget(folder)).toEqual([
    { address: '/at-home.webp', kilobytes: '301' },
    { address: '/images/choir.JPG', kilobytes: '3,907' },
  ]);
});
