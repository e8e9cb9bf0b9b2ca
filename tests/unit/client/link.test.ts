import { expect, test } from 'vitest';
import { leadsToPage } from '../../../src/client/page/link.ts';

const leads = (to: string, from = 'https://kithbook.example/buy?ref=ada0001'): boolean =>
  leadsToPage(new URL(to, from), new URL(from));

test('a link to another path, or to the same with another query, leads to a page', () => {
  expect(
    ['/', '/why', '/why#owners', '/buy', '/profile/a-b', '/distance', '/apiary'].map((to) => leads(to)),
  ).not.toContain(false);
});

test('a place on the same page is no other page', () => {
  expect(['#content', '?ref=ada0001#content', ''].map((to) => leads(to))).not.toContain(true);
});

test('other sites, protocols, files and calls are no pages of this site', () => {
  const others = ['https://x.com/kithbook', 'http://kithbook.example/', 'mailto:someone@kithbook.example'];
  const files = ['/dist/Kithbook-1.0-mac', '/api/health', '/rss.xml', '/share/why.png'];
  expect([...others, ...files].map((to) => leads(to))).not.toContain(true);
});
