import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { site } from '../../src/shared/site.ts';
import { chooseTestPorts, testSettings } from '../builds/test-settings.ts';
import { page, release, text } from '../content-files.ts';
import { readGuideExamples } from '../guide-examples.ts';
import { newestRelease } from '../offered-releases.ts';
import { inProject } from '../../stack/paths.ts';
import { copyProject, type ProjectCopy } from '../project-copy.ts';

/*
 * Builds a copy of the project in which a marketer renames the product, follows every example of docs/content.md, changes a
 * price and writes drafts.
 */

/** Two words, to find code that expects one. */
const renamed = {
  product: 'Ledger Lane',
  tagline: 'Every account in its lane',
  email: 'support@ledgerlane.example',
  priorityEmail: 'priority@ledgerlane.example',
  xHandle: '@ledgerlane',
  xUrl: 'https://x.com/ledgerlane',
  url: 'https://ledgerlane.example',
  repository: { name: 'ledgerlane.example/site', branch: 'main' },
  seller: {
    name: 'Ledger Lane Company',
    street: '9 Lane',
    town: 'Lanesville',
    country: 'Lanes',
    register: '17',
    taxNumber: 'LL17',
    person: 'Lou Lane',
  },
} satisfies Record<keyof typeof site, unknown>;

let copy: ProjectCopy;
let builtFiles: string[] = [];
const readBuilt = (file: string) => readFile(path.join(copy.files, file), 'utf8');

beforeAll(async () => {
  copy = await copyProject(inProject('.build/changed-project'));
  await copy.edit('src/shared/site.ts', () => `export const site = ${JSON.stringify(renamed)};\n`);
  for (const [place, example] of await readGuideExamples())
    await copy.edit(`src/content/${place}`, () => example);
  await changePrice();
  await writeDrafts();
  await copy.build(withoutOldName(testSettings(await chooseTestPorts())));
  builtFiles = (await readdir(copy.files, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(copy.files, path.join(entry.parentPath, entry.name)));
});

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
  const addresses = [
    site.email,
    site.priorityEmail,
    site.xHandle,
    site.xUrl,
    new URL(site.url).host,
    site.repository.name,
    ...Object.values(site.seller),
  ];
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
