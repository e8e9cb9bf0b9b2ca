import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AstroIntegration } from 'astro';
import { expect, test } from 'vitest';
import { deadLinks } from '../../../src/build/dead-links.ts';
import { imageBudget } from '../../../src/build/image-budget.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

/** Runs the hook of an integration after a build. */
async function finishBuild({ hooks }: AstroIntegration, folder: string): Promise<void> {
  const done = hooks['astro:build:done'] as (options: { dir: URL }) => Promise<void>;
  await done({ dir: pathToFileURL(`${folder}/`) });
}

test('a build with dead links stops, and names the pages and the links', async () => {
  const folder = temporaryFolder();
  const links = ['/nowehre', '/why#nobody', '/why#somebody'].map((address) => `<a href="${address}">x</a>`);
  await writeFile(path.join(folder, 'on-the-side.html'), `${links.join('')}<img src="/no-cat.png">`);
  await writeFile(path.join(folder, 'why.html'), '<p id="somebody"></p>');
  await expect(finishBuild(deadLinks(), folder)).rejects.toThrow(
    [
      'Correct these links, or add what they lead to:',
      '/on-the-side: /nowehre leads nowhere',
      '/on-the-side: /why#nobody: there is no #nobody',
      '/on-the-side: /no-cat.png leads nowhere',
    ].join('\n'),
  );
});

test('a build with a picture over the budget stops, and names it', async () => {
  const folder = temporaryFolder();
  await mkdir(path.join(folder, 'images'));
  await writeFile(path.join(folder, 'images/choir.jpg'), new Uint8Array(400 * 1_024));
  await expect(finishBuild(imageBudget(), folder)).rejects.toThrow(
    /^Make these pictures smaller, 300 KB at most.*\n\/images\/choir\.jpg has 400 KB$/,
  );
});
