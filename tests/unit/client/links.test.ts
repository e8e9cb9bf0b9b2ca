import { expect, test } from 'vitest';
import { leadsToPage } from '../../../src/client/page/links.ts';

function leads(to: string): boolean {
  const from = 'https://kithbook.example/buy?ref=ada0001';
  return leadsToPage(new URL(to, from), new URL(from));
}

test('a link to another path or another query leads to a page', () => {
  expect(
    ['/', '/why', '/why#owners', '/buy', '/profile/a-b', '/distance', '/apiary'].map(leads),
  ).not.toContain(false);
});

test('a link to a place on the same page leads to no page', () => {
  expect(['#content', '?ref=ada0001#content', ''].map(leads)).not.toContain(true);
});

test('links to other sites, protocols, files and API calls lead to no page', () => {
  const others = ['https://x.com/kithbook', 'http://kithbook.example/', 'mailto:someone@kithbook.example'];
  const files = ['/dist/Kithbook-1.0-mac', '/api/health', '/rss.xml', '/share/why.png'];
  expect([...others, ...files].map(leads)).not.toContain(true);
});
