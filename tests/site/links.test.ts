import { routes } from '../call-names.ts';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { linkProblem } from '../../src/build/links.ts';
import { site } from '../../src/shared/site.ts';
import { matchPath, readConfiguration, findRedirect } from '../../stack/netlify/configuration.ts';
import { inProject } from '../../stack/paths.ts';
import type { Target } from './page-facts.ts';

const pages = inject('pages');
const configuration = readConfiguration(inProject('netlify.toml'));
const files = new Set(
  (await readdir(inject('files'), { recursive: true })).map((name) => `/${name.replaceAll(path.sep, '/')}`),
);
const pageAt = new Map(pages.map((page) => [page.path, page]));
const isServed = (address: string): boolean =>
  files.has(address) ||
  routes.some(({ path }) => matchPath(path, address)) ||
  findRedirect(configuration, address) !== null;

/** Returns a message if an address on the page at `from` leads nowhere, otherwise null. */
const problemWith = (address: string, from: string): string | null =>
  linkProblem(address, from, { idsAt: (page) => pageAt.get(page)?.ids, isServed });

const targetProblem = ({ element, url, rel, newTab }: Target, from: string): string | null => {
  if (element !== 'a' && url.startsWith('data:')) return null;
  if (newTab && !rel.split(/\s+/).includes('noopener')) return `${url} opens a tab without rel=noopener`;
  return problemWith(url, from);
};

describe.each(pages)('$path', ({ path: from, targets, ids }) => {
  test('has no dead links', () => {
    const problems = targets.map((target) => targetProblem(target, from));
    expect(problems.filter((problem) => problem !== null)).toEqual([]);
  });

  test('has no id twice', () => {
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
  });
});

test('every redirect leads to a page, and no page has the address of a redirect', () => {
  const old = configuration.redirects.filter(({ status }) => status !== 200);
  expect(old.map(({ to }) => problemWith(to, '/')).filter((problem) => problem !== null)).toEqual([]);
  expect(old.filter(({ from }) => pageAt.has(from))).toEqual([]);
});

const machineRead = [...files].filter((name) => /\.(xml|txt|webmanifest|json)$/.test(name));
test.each(machineRead)('%s has no dead links', async (name) => {
  const text = await readFile(path.join(inject('files'), name), 'utf8');
  const links = text.match(new RegExp(`${site.url}(?![\\w.-])[^\\s"'<>&)\\]]*`, 'g')) ?? [];
  const relative = [
    ...text.matchAll(/(?:href|src|"src"|"start_url"|"url"|"scope")(?:=|\s*:\s*)"(\/[^"]*)"/g),
  ];
  const addresses = [...links, ...relative.map(([, address = '']) => address)];
  expect(addresses.map((address) => problemWith(address, '/')).filter((problem) => problem !== null)).toEqual(
    [],
  );
});

test('the sitemap lists exactly the pages that search engines may show', async () => {
  const sitemap = await readFile(path.join(inject('files'), 'sitemap.xml'), 'utf8');
  const listed = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);
  const shown = pages.filter(({ noindex }) => !noindex).map(({ canonical }) => canonical);
  expect(listed.sort()).toEqual(shown.sort());
});
