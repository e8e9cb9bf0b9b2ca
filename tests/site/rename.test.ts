import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { site } from '../../src/shared/site.ts';
import { exampleSettings } from '../stack/settings.ts';
import { copyProject } from './project-copy.ts';

/** A name of two words finds whoever takes the product's name for one. */
const renamed = {
  product: 'Ledger Lane',
  tagline: 'Every account in its lane',
  email: 'support@ledgerlane.example',
  xHandle: '@ledgerlane',
  xUrl: 'https://x.com/ledgerlane',
  url: 'https://ledgerlane.example',
  repository: { name: 'ledgerlane.example/site', branch: 'main' },
} satisfies Record<keyof typeof site, unknown>;

/** A name as whole words: a short one is a part of others. */
const wholly = (name: string, flags = ''): RegExp =>
  new RegExp(`(?<!\\w)${name.replaceAll(/\W/g, '\\$&')}(?!\\w)`, flags);

const addresses = [site.email, site.xHandle, site.xUrl, new URL(site.url).host, site.repository.name];
/** The product's in its own letters: `Circle` is not the `circle` of a drawing. */
const oldNames = [wholly(site.product), ...addresses.map((name) => wholly(name, 'i'))];
const raster = /\.(png|jpe?g|webp|avif|ico|woff2?)$/;
let folder = '';
let names: string[] = [];

beforeAll(async () => {
  const copy = await copyProject('renamed');
  await copy.edit('src/shared/site.ts', () => `export const site = ${JSON.stringify(renamed)};\n`);
  const settings = Object.entries(exampleSettings()).map(
    ([name, value]) =>
      [name, name.startsWith('PUBLIC_') && value && !URL.canParse(value) ? 'setting' : value] as const,
  );
  await copy.build(Object.fromEntries(settings));
  folder = copy.files;
  names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name).slice(folder.length + 1));
});

test('a product renamed in one file keeps its old name nowhere in the built site', async () => {
  const found: string[] = [];
  for (const name of names) {
    const text = raster.test(name) ? '' : await readFile(path.join(folder, name), 'utf8');
    const whole = `${name}\n${text}`;
    for (const old of oldNames) {
      const place = whole.search(old);
      if (place >= 0) found.push(`${name}: …${whole.slice(Math.max(0, place - 40), place + 60)}…`);
    }
  }
  expect(found).toEqual([]);
});

test('the new name is everywhere', async () => {
  for (const name of names.filter((file) => file.endsWith('.html')))
    expect(await readFile(path.join(folder, name), 'utf8'), name).toContain('Ledger Lane');
});
