import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { newestRelease } from '../offered-releases.ts';
import { inProject } from '../stack/paths.ts';
import { exampleSettings } from '../stack/settings.ts';
import { copyProject, type ProjectCopy } from './project-copy.ts';

/** The files that docs/content.md shows, by a word that only one of them has, and where they go. */
const places: Record<string, string> = {
  'version:': 'src/content/releases/97.31.0.md',
  'question:': 'src/content/questions/two-computers.md',
  'title: For choirs': 'src/content/pages/choirs.md',
  'letter:': 'src/content/features/birthdays.md',
  'audience:': 'src/content/pitches/choirs.md',
};

/** The example is published as it stands, and its release as one above all that there are. */
const published = (example: string): string =>
  example.replace('draft: true\n', '').replace("'1.1.0'", "'97.31.0'");

let copy: ProjectCopy;
const built = (file: string) => readFile(path.join(copy.files, file), 'utf8');

beforeAll(async () => {
  copy = await copyProject('guide');
  const guide = await readFile(inProject('docs/content.md'), 'utf8');
  const examples = [...guide.matchAll(/^( *)```md\n([\s\S]*?)^ *```$/gm)].map(([, indent = '', text = '']) =>
    text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
  for (const [word, place] of Object.entries(places)) {
    const [example, ...others] = examples.filter((one) => one.includes(word));
    if (!example || others.length)
      throw new Error(`The guide shows ${String(others.length + 1)} files with ${word}`);
    await copy.edit(place, () => published(example));
  }
  await copy.edit('src/shared/plans.ts', (text) =>
    text.replace(
      /priceCents: (\d+_\d\d),(\s+)formerPrices: \[/,
      (_basic, before: string, gap: string) =>
        `priceCents: 64_99,${gap}formerPrices: [{ priceCents: ${before}, until: '2026-12-01' }, `,
    ),
  );
  await copy.build(exampleSettings());
});

test('the release of the guide becomes the latest, is offered for download and is in the feed', async () => {
  const notes = await built('release-notes.html');
  expect(notes).toMatch(/Version 97\.31\.0(?:(?!Version \d)[\s\S])*>Latest</);
  expect(notes.split('Version 97.31.0')[1]).toContain(`Version ${newestRelease.version}`);
  expect(notes.match(/>Latest</g)).toHaveLength(1);
  const download = await built('download.html');
  expect(download).toContain('Current version 97.31.');
  expect(download).toMatch(/href="\/dist\/[^"]*-97\.31-mac\.zip"/);
  expect(download).toContain('48.2 MB');
  expect((await built('rss.xml')).split('97.31.0').at(-1)).toContain(newestRelease.version);
  expect(await built('index.html')).toContain('"softwareVersion":"97.31.0"');
});

test('the price of the guide is on every page that names it, and the old one is on none', async () => {
  for (const file of ['buy.html', 'consolidate.html', 'why.html', 'affiliate-pitch.html', 'index.html']) {
    const html = await built(file);
    expect(html, file).toContain('64.99');
    expect(html, file).not.toContain('59.99');
  }
});

test('the question of the guide is on both of its pages', async () => {
  for (const file of ['contact-us.html', 'buy.html'])
    expect(await built(file)).toContain('Can I use it on two computers?');
});

test('the page of the guide is built, with its share image, and is in the sitemap', async () => {
  const html = await built('choirs.html');
  expect(html).toContain('Sixty singers, one book');
  expect(html).toContain('<strong>CSV</strong>');
  expect(await built('sitemap.xml')).toContain('/choirs<');
  expect((await readFile(path.join(copy.files, 'share/choirs.png'))).byteLength).toBeGreaterThan(5_000);
});

test('the feature of the guide is announced, and found by its letter', async () => {
  const html = await built('index.html');
  expect(html).toContain('aria-label="B: Birthdays, Cloud backup"');
  expect(html).toContain('Who turns how old, a week before it happens.');
});

test('the post template of the guide is listed to be copied, with the mark for a link', async () => {
  const html = await built('affiliate-pitch.html');
  expect(html).toContain('A short one for choirs');
  expect(html).toMatch(/Sixty singers, one address book: [^<]*\[your link\]/);
});
