import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { site } from '../../src/shared/site.ts';
import { page, release, text } from '../content-files.ts';
import { newestRelease } from '../offered-releases.ts';
import { inProject } from '../../stack/paths.ts';
import { copyProject, type ProjectCopy } from './project-copy.ts';

/*
 * Builds a copy of the project in which a marketer renames the product, follows every example of docs/content.md, changes a
 * price, writes drafts, and makes mistakes.
 */

/** Two words, to find code that expects one. */
const renamed = {
  product: 'Ledger Lane',
  tagline: 'Every account in its lane',
  email: 'support@ledgerlane.example',
  xHandle: '@ledgerlane',
  xUrl: 'https://x.com/ledgerlane',
  url: 'https://ledgerlane.example',
  repository: { name: 'ledgerlane.example/site', branch: 'main' },
} satisfies Record<keyof typeof site, unknown>;

/** Paths of the examples in docs/content.md, by a word that only one example contains. */
const guidePlaces: Record<string, string> = {
  'version:': 'releases/97.31.0.md',
  'question:': 'questions/two-computers.md',
  'title: For choirs': 'pages/choirs.md',
  'letter:': 'features/birthdays.md',
  'audience:': 'pitches/choirs.md',
  'preview:': 'letters/version-1-1.md',
};

/** Wrong files with the expected message. */
const wrongFiles: Record<string, { readonly contents: string; readonly expected: RegExp }> = {
  'pages/payouts.md': { contents: page(text), expected: /The address \/payouts is taken\. Rename the file/ },
  'features/tabbed.md': {
    contents: '---\nname: A feature\n\tletter: A\n---\nWords.\n',
    expected: /line 3: There is a tab before a field\. Indent with spaces\./,
  },
  'questions/wrong.md': {
    contents: '---\nquestion: Why is this here?\norder: 1\n---\nBecause.\n',
    expected: /line 1: topics: is missing\. Expected: where it is listed/,
  },
  'pages/unshown.md': {
    contents: page(text, { body: 'Words.' }),
    expected: /line 5: No section shows the text below the fields\. Add one/,
  },
};

let copy: ProjectCopy;
let builtFiles: string[] = [];
let message = '';
const readBuilt = (file: string) => readFile(path.join(copy.files, file), 'utf8');

beforeAll(async () => {
  copy = await copyProject(path.join(inject('scratch'), 'changed'));
  await copy.edit('src/shared/site.ts', () => `export const site = ${JSON.stringify(renamed)};\n`);
  await followGuide();
  await changePrice();
  await writeDrafts();
  for (const [place, { contents }] of Object.entries(wrongFiles))
    await copy.edit(`src/content/${place}`, () => contents);

  const settings = withoutOldName(inject('settings'));
  message = await buildMessage(settings);
  for (const place of Object.keys(wrongFiles)) await copy.remove(`src/content/${place}`);
  await copy.build(settings);
  builtFiles = (await readdir(copy.files, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(copy.files, path.join(entry.parentPath, entry.name)));
});

async function followGuide(): Promise<void> {
  const guide = await readFile(inProject('docs/content.md'), 'utf8');
  const examples = [...guide.matchAll(/^( *)```md\n([\s\S]*?)^ *```$/gm)].map(
    ([, indent = '', example = '']) => example.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
  for (const [word, place] of Object.entries(guidePlaces)) {
    const [example, ...others] = examples.filter((text) => text.includes(word));
    if (!example || others.length)
      throw new Error(`The guide shows ${String(others.length + 1)} files with ${word}`);
    // Publishes the example, and makes its release the newest.
    const published = example.replace('draft: true\n', '').replace("'1.1.0'", "'97.31.0'");
    await copy.edit(`src/content/${place}`, () => published);
  }
}

async function changePrice(): Promise<void> {
  await copy.edit('src/shared/plans.ts', (plans) =>
    plans.replace(
      /priceCents: (\d+_\d\d),(\s+)formerPrices: \[/,
      (_basic, before: string, gap: string) =>
        `priceCents: 64_99,${gap}formerPrices: [{ priceCents: ${before}, until: '2026-12-01' }, `,
    ),
  );
}

async function writeDrafts(): Promise<void> {
  await copy.edit('src/content/pages/on-the-side.md', () => page(text, { head: 'draft: true' }));
  await copy.edit('src/content/pages/right-there.md', () =>
    page(text).replaceAll('on the side', 'right there'),
  );
  await copy.edit(
    'src/content/questions/unsure.md',
    () => '---\nquestion: Is this on the side?\ntopics: [contact]\norder: 1\ndraft: true\n---\nPerhaps.\n',
  );
  await copy.edit('src/content/releases/98.42.0.md', () =>
    release('date: 2031-01-01\ndraft: true', '98.42.0'),
  );
}

/** Removes the product's name from the settings, where names of projects and plans contain it. */
function withoutOldName(settings: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      name.startsWith('PUBLIC_') && value && !URL.canParse(value) ? 'setting' : value,
    ]),
  );
}

async function buildMessage(settings: Readonly<Record<string, string>>): Promise<string> {
  return copy.build(settings).then(
    () => 'The build went through.',
    (error: unknown) => String(error),
  );
}

test.each(Object.entries(wrongFiles))('the build stops at %s and says what to do', (place, { expected }) => {
  const [line] = message.split('\n').filter((text) => text.includes(`src/content/${place}`));
  expect(line).toMatch(expected);
});

test('the message of the build has no stack of an unhandled rejection', () => {
  expect(message).not.toMatch(/unhandled rejection/i);
});

test('a draft is not in the built site', async () => {
  const filesWith = async (words: RegExp) => {
    const found = await Promise.all(
      builtFiles.map(async (name) => words.test(`${name}\n${await readBuilt(name)}`) && name),
    );
    return found.filter((name) => name !== false);
  };
  expect(await filesWith(/on-the-side|on the side/i)).toEqual([]);
  expect(await filesWith(/98\.42/)).toEqual([]);
  expect(await filesWith(/right there/), 'the published page').not.toEqual([]);
});

describe('a product renamed in src/shared/site.ts', () => {
  /** Returns a pattern for a name as whole words. */
  const wholeWords = (name: string, flags = ''): RegExp =>
    new RegExp(`(?<!\\w)${name.replaceAll(/\W/g, '\\$&')}(?!\\w)`, flags);
  const addresses = [site.email, site.xHandle, site.xUrl, new URL(site.url).host, site.repository.name];
  /** Case-sensitive for the product: `Circle` is not the `circle` of a drawing. */
  const oldNames = [wholeWords(site.product), ...addresses.map((name) => wholeWords(name, 'i'))];
  const raster = /\.(png|jpe?g|webp|avif|ico|woff2?)$/;

  test('leaves its old name nowhere in the built site', async () => {
    const found: string[] = [];
    for (const name of builtFiles) {
      const content = `${name}\n${raster.test(name) ? '' : await readBuilt(name)}`;
      for (const old of oldNames) {
        const place = content.search(old);
        if (place >= 0) found.push(`${name}: …${content.slice(Math.max(0, place - 40), place + 60)}…`);
      }
    }
    expect(found).toEqual([]);
  });

  test('has its new name on every page', async () => {
    const pages = builtFiles.filter((file) => file.endsWith('.html'));
    expect(pages.length).toBeGreaterThan(30);
    for (const name of pages) expect(await readBuilt(name), name).toContain('Ledger Lane');
  });
});

describe('docs/content.md', () => {
  test('the release of the guide becomes the latest, with downloads and in the feed', async () => {
    const notes = await readBuilt('release-notes.html');
    expect(notes).toMatch(/Version 97\.31\.0(?:(?!Version \d)[\s\S])*>Latest</);
    expect(notes.split('Version 97.31.0')[1]).toContain(`Version ${newestRelease.version}`);
    expect(notes.match(/>Latest</g)).toHaveLength(1);
    const download = await readBuilt('download.html');
    expect(download).toContain('Current version 97.31.');
    expect(download).toMatch(/href="\/dist\/[^"]*-97\.31-mac\.zip"/);
    expect(download).toContain('48.2 MB');
    expect((await readBuilt('rss.xml')).split('97.31.0').at(-1)).toContain(newestRelease.version);
    expect(await readBuilt('index.html')).toContain('"softwareVersion":"97.31.0"');
  });

  test('the new price replaces the old one on every page', async () => {
    for (const file of ['buy.html', 'consolidate.html', 'why.html', 'affiliate-pitch.html', 'index.html']) {
      const html = await readBuilt(file);
      expect(html, file).toContain('64.99');
      expect(html, file).not.toContain('59.99');
    }
  });

  test('the question of the guide is on both of its pages', async () => {
    for (const file of ['contact-us.html', 'buy.html'])
      expect(await readBuilt(file)).toContain('Can I use it on two computers?');
  });

  test('the page of the guide is built, with its share image, and is in the sitemap', async () => {
    const html = await readBuilt('choirs.html');
    expect(html).toContain('Sixty singers, one book');
    expect(html).toContain('<strong>CSV</strong>');
    expect(await readBuilt('sitemap.xml')).toContain('/choirs<');
    expect((await readFile(path.join(copy.files, 'share/choirs.png'))).byteLength).toBeGreaterThan(5_000);
  });

  test('the feature of the guide is announced under its letter', async () => {
    const html = await readBuilt('index.html');
    expect(html).toContain('aria-label="B: Birthdays, Cloud backup"');
    expect(html).toContain('Who turns how old, a week before it happens.');
  });

  test('the post template of the guide is on the pitch page', async () => {
    const html = await readBuilt('affiliate-pitch.html');
    expect(html).toContain('A short one for choirs');
    expect(html).toMatch(/Sixty singers, one address book: [^<]*\[your link\]/);
  });
});
