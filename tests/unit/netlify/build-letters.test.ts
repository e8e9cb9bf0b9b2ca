import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { buildLetters, renderLetters } from '../../../netlify/build-letters.ts';
import { root } from '../../../stack/paths.ts';
import { site } from '../../../src/shared/site.ts';
import { release } from '../../content-files.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Writes a project with these letters and release 97.31.0. */
async function projectWith(letters: Readonly<Record<string, string>>): Promise<string> {
  const folder = temporaryFolder();
  for (const name of ['letters', 'releases'])
    await mkdir(path.join(folder, 'src/content', name), { recursive: true });
  await writeFile(path.join(folder, 'src/content/releases/97.31.0.md'), release('date: 2031-01-01'));
  for (const [name, contents] of Object.entries(letters))
    await writeFile(path.join(folder, 'src/content/letters', name), contents);
  return folder;
}

const head = 'subject: "{product} {version}"\npreview: What is new in {version}.\naudience: readers';

test('buildLetters writes each letter with its placeholders filled, as HTML and as text', async () => {
  const folder = await projectWith({ 'version-1-1.md': `---\n${head}\n---\n\nAbout **{product}**.\n` });
  const target = path.join(folder, 'built/letters.json');
  await buildLetters(folder, target);
  expect(JSON.parse(await readFile(target, 'utf8'))).toEqual([
    {
      slug: 'version-1-1',
      subject: `${site.product} 97.31`,
      preview: 'What is new in 97.31.',
      audience: 'readers',
      html: `<p>About <strong>${site.product}</strong>.</p>`,
      text: `About ${site.product}.`,
    },
  ]);
});

test('renderLetters leaves drafts and files with problems out, and marks drafts where they are shown', async () => {
  const folder = await projectWith({
    'draft.md': `---\n${head}\ndraft: true\n---\nSoon.\n`,
    'wrong.md': `---\nsubject: Only a subject\n---\nWords.\n`,
    'Wrong Name.md': `---\n${head}\n---\nWords.\n`,
  });
  vi.stubEnv('SHOW_DRAFTS', 'false');
  expect(await renderLetters(folder)).toEqual([]);
  vi.stubEnv('SHOW_DRAFTS', 'true');
  expect(await renderLetters(folder)).toMatchObject([
    { slug: 'draft', subject: `Draft: ${site.product} 97.31` },
  ]);
});

test('every letter of the project is rendered without a placeholder and with whole addresses', async () => {
  const letters = await renderLetters(root);
  expect(letters.length).toBeGreaterThan(0);
  for (const letter of letters) {
    expect(JSON.stringify(letter)).not.toMatch(/[{]\w+[}]/);
    expect(letter.html).not.toMatch(/(?:href|src)="[/#]/);
  }
});
