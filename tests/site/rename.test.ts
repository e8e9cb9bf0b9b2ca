import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { site } from '../../src/shared/site.ts';
import { localSettings } from '../stack/settings.ts';
import { copyProject } from './project-copy.ts';

/** A name of two words finds whoever takes the product's name for one. */
const renamed = (text: string): string =>
  text
    .replaceAll(site.tagline, 'Every account in its lane')
    .replaceAll(site.product, 'Ledger Lane')
    .replaceAll(site.product.toLowerCase(), 'ledgerlane');

const oldNames = [site.product, site.email, site.xHandle, new URL(site.url).host].map((name) =>
  name.toLowerCase(),
);
const raster = /\.(png|jpe?g|webp|avif|ico|woff2?)$/;
let folder = '';
let names: string[] = [];

beforeAll(async () => {
  const copy = await copyProject('renamed');
  await copy.edit('src/shared/site.ts', renamed);
  const settings = Object.entries(localSettings()).map(
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
    const lower = `${name}\n${text}`.toLowerCase();
    for (const old of oldNames) {
      const place = lower.indexOf(old);
      if (place >= 0) found.push(`${name}: …${lower.slice(Math.max(0, place - 40), place + 60)}…`);
    }
  }
  expect(found).toEqual([]);
});

test('the new name is everywhere', async () => {
  for (const name of names.filter((file) => file.endsWith('.html')))
    expect(await readFile(path.join(folder, name), 'utf8'), name).toContain('Ledger Lane');
});
