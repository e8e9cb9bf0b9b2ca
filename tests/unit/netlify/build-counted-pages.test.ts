import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildCountedPages } from '../../../netlify/build-counted-pages.ts';
import { readCountedPages } from '../../../src/server/admin/figures/counted-pages.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

/** Writes pages with these attributes of their body. Returns the folder. */
async function writePages(pages: Readonly<Record<string, string>>): Promise<string> {
  const folder = temporaryFolder();
  await mkdir(path.join(folder, 'releases'));
  for (const [name, body] of Object.entries(pages))
    await writeFile(
      path.join(folder, name),
      `<!doctype html><body${body}><ul data-count="/api/counts/view?of=/wrong">`,
    );
  return folder;
}

test('the functions read the paths of the built pages that count their views', async () => {
  const files = await writePages({
    'index.html': ' data-count="/api/counts/view?of=/"',
    'releases/1.0.html': ' class="wide" data-count="/api/counts/view?of=/releases/1-0"',
    'admin.html': '',
  });
  const target = temporaryFolder();
  await buildCountedPages(files, path.join(target, 'pages.json'));
  expect(await readCountedPages(target)).toEqual(new Set(['/', '/releases/1-0']));
});

test('a build without a counted page fails', async () => {
  const files = await writePages({ 'admin.html': '' });
  await expect(buildCountedPages(files, path.join(files, 'pages.json'))).rejects.toThrow('No page in');
});
