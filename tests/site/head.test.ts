import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, inject, test } from 'vitest';
import * as z from 'zod';
import { site } from '../../src/shared/site.ts';

const pages = inject('pages');
const indexed = pages.filter(({ noindex }) => !noindex);

describe.each(pages)('$path', ({ headings, lang, title, jsonLd, invalid }) => {
  test('has a language, and a title short enough for search results', () => {
    expect(lang).toBe('en');
    expect(title.length).toBeGreaterThan(0);
    expect(title.length, title).toBeLessThanOrEqual(65);
  });

  test('has one h1, and skips no heading level', () => {
    expect(headings.filter(({ level }) => level === 1)).toHaveLength(1);
    expect(headings.every(({ text }) => text !== '')).toBe(true);
    const skips = headings.filter(({ level }, place) => level > (headings[place - 1]?.level ?? 0) + 1);
    expect(skips).toEqual([]);
  });

  test('has no invalid elements', () => {
    expect(invalid).toEqual([]);
  });

  test('has structured data with a type', () => {
    const shape = z.looseObject({
      '@context': z.literal('https://schema.org'),
      '@type': z.string().or(z.array(z.string())).optional(),
      '@graph': z.array(z.looseObject({ '@type': z.string() })).optional(),
    });
    for (const text of jsonLd) {
      const { '@type': type, '@graph': graph } = shape.parse(JSON.parse(text));
      expect(type ?? graph).toBeDefined();
    }
  });
});

describe.each(indexed)('$path', (page) => {
  test('has a description short enough for search results', () => {
    expect(page.description.length, page.description).toBeGreaterThanOrEqual(50);
    expect(page.description.length, page.description).toBeLessThanOrEqual(165);
  });

  test('has its own canonical address', () => {
    expect(page.canonical).toBe(site.url + page.path);
  });

  test('has a share image of 1200 × 630', async () => {
    expect(page.image.startsWith(`${site.url}/`), page.image).toBe(true);
    const { width, height } = await sharp(
      path.join(inject('files'), new URL(page.image).pathname),
    ).metadata();
    expect([width, height]).toEqual([1200, 630]);
  });
});

test.each(['title', 'description'] as const)('no two pages have the same %s', (name) => {
  const values = indexed.map((page) => page[name].toLowerCase());
  expect(values.filter((value, place) => values.indexOf(value) !== place)).toEqual([]);
});

test('the home page describes the product in structured data', () => {
  const home = indexed.find((page) => page.path === '/');
  expect(home?.jsonLd.join('\n')).toContain('SoftwareApplication');
});
