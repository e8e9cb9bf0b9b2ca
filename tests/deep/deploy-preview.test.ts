import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { exampleSettings } from '../../stack/settings.ts';
import { inProject } from '../../stack/paths.ts';
import { page, release, text } from '../content-files.ts';
import { copyProject } from '../project-copy.ts';

/** Files of a build of the project with drafts, as a deploy preview shows them. */
let preview: Record<'page' | 'contact' | 'notes' | 'feed' | 'sitemap', string>;

beforeAll(async () => {
  const copy = await copyProject(inProject('.build/deploy-preview'));
  await copy.edit('src/content/pages/on-the-side.md', () => page(text, { head: 'draft: true' }));
  await copy.edit(
    'src/content/questions/unsure.md',
    () => '---\nquestion: Is this on the side?\ntopics: [contact]\norder: 1\ndraft: true\n---\nPerhaps.\n',
  );
  await copy.edit('src/content/releases/98.42.0.md', () =>
    release('date: 2031-01-01\ndraft: true', '98.42.0'),
  );
  await copy.build({ ...exampleSettings(), SHOW_DRAFTS: 'true' });
  const readBuiltFile = (file: string) => readFile(path.join(copy.files, file), 'utf8');
  preview = {
    page: await readBuiltFile('on-the-side.html'),
    contact: await readBuiltFile('contact-us.html'),
    notes: await readBuiltFile('release-notes.html'),
    feed: await readBuiltFile('rss.xml'),
    sitemap: await readBuiltFile('sitemap.xml'),
  };
});

test('a draft is shown in a deploy preview, marked as a draft and hidden from search engines', () => {
  expect(preview.page).toContain('Draft: visitors don’t see this page.');
  expect(preview.page).toContain('<title>Draft: A page on the side |');
  expect(preview.page).toContain('<meta name="robots" content="noindex">');
  expect(preview.contact).toContain('Draft: Is this on the side?');
  // The text between two version headings belongs to the first version.
  expect(preview.notes).toMatch(/Version 98\.42\.0(?:(?!Version \d)[\s\S])*Draft: January 2031/);
});

test('a draft is not the latest release of a deploy preview, and not in its feed and sitemap', () => {
  expect(preview.notes).toContain('>Latest<');
  expect(preview.notes).not.toMatch(/Version 98\.42\.0(?:(?!Version \d)[\s\S])*>Latest</);
  expect(preview.feed).not.toContain('98.42');
  expect(preview.sitemap).not.toContain('on-the-side');
});
