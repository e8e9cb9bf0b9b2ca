import { routes } from '../call-names.ts';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { linkProblem } from '../../src/build/links.ts';
import { site } from '../../src/shared/site.ts';
import { matchPath, readConfiguration, redirectFor } from '../../stack/netlify/configuration.ts';
import { inProject } from '../../stack/paths.ts';
import type { Target } from './page-facts.ts';

const pages = inject('pages');
const configuration = readConfiguration(inProject('netlify.toml'));
const files = new Set(
  (await readdir(inject('files'), { recursive: true })).map((name) => `/${name.replaceAll(path.sep, '/')}`),
);
const pageAt = new Map(pages.map((page) => [page.path, page]));
const served = (address: string): boolean =>
  files.has(address) ||
  routes.some(({ path }) => matchPath(path, address)) ||
  redirectFor(configuration, address) !== null;

/** What is wrong with an address that stands on the page at `from`, or null. */
const wrongWith = (address: string, from: string): string | null =>
  linkProblem(address, from, { idsAt: (page) => pageAt.get(page)?.ids, isServed: served });

const wrongWithTarget = ({ element, url, rel, newTab }: Target, from: string): string | null =>
  element !== 'a' && url.startsWith('data:')
    ? null
    : newTab && !rel.split(/\s+/).includes('noopener')
      ? `${url} opens a tab without rel=noopener`
      : wrongWith(url, from);

describe.each(pages)('$path', ({ path: from, targets, ids }) => {
  test('every address on it leads somewhere', () => {
    const wrongs = targets.map((target) => wrongWithTarget(target, from));
    expect(wrongs.filter((wrong) => wrong !== null)).toEqual([]);
  });

  test('names no id twice', () => {
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
  });
});

test('an old address of a page is led to one that there is, and is none itself', () => {
  const old = configuration.redirects.filter(({ status }) => status !== 200);
  expect(old.map(({ to }) => wrongWith(to, '/')).filter((wrong) => wrong !== null)).toEqual([]);
  expect(old.filter(({ from }) => pageAt.has(from))).toEqual([]);
});

const machineRead = [...files].filter((name) => /\.(xml|txt|webmanifest|json)$/.test(name));
test.each(machineRead)('every address in %s leads somewhere', async (name) => {
  const text = await readFile(path.join(inject('files'), name), 'utf8');
  const whole = text.match(new RegExp(`${site.url}(?![\\w.-])[^\\s"'<>&)\\]]*`, 'g')) ?? [];
  const short = [...text.matchAll(/(?:href|src|"src"|"start_url"|"url"|"scope")(?:=|\s*:\s*)"(\/[^"]*)"/g)];
  const addresses = [...whole, ...short.map(([, address = '']) => address)];
  expect(addresses.map((address) => wrongWith(address, '/')).filter((wrong) => wrong !== null)).toEqual([]);
});

test('the sitemap names every page that search engines may show, and no other', async () => {
  const sitemap = await readFile(path.join(inject('files'), 'sitemap.xml'), 'utf8');
  const named = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);
  const shown = pages.filter(({ noindex }) => !noindex).map(({ canonical }) => canonical);
  expect(named.sort()).toEqual(shown.sort());
});
