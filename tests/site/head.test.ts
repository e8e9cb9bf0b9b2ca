import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, inject, test } from 'vitest';
import * as z from 'zod';
import { site } from '../../src/shared/site.ts';

const pages = inject('pages');
const shown = pages.filter(({ noindex }) => !noindex);

describe.each(pages)('$path', ({ headings, lang, title, data, invalid }) => {
  test('says its language and has a title that search results show whole', () => {
    expect(lang).toBe('en');
    expect(title.length).toBeGreaterThan(0);
    expect(title.length, title).toBeLessThanOrEqual(65);
  });

  test('has one heading of the first rank, and skips no rank below it', () => {
    expect(headings.filter(({ level }) => level === 1)).toHaveLength(1);
    expect(headings.every(({ text }) => text !== '')).toBe(true);
    const skips = headings.filter(({ level }, place) => level > (headings[place - 1]?.level ?? 0) + 1);
    expect(skips).toEqual([]);
  });

  test('has no block in a label and no empty time', () => {
    expect(invalid).toEqual([]);
  });

  test('has structured data that says what it is', () => {
    const shape = z.looseObject({
      '@context': z.literal('https://schema.org'),
      '@type': z.string().or(z.array(z.string())).optional(),
      '@graph': z.array(z.looseObject({ '@type': z.string() })).optional(),
    });
    for (const text of data) {
      const { '@type': type, '@graph': graph } = shape.parse(JSON.parse(text));
      expect(type ?? graph).toBeDefined();
    }
  });
});

describe.each(shown)('$path', (page) => {
  test('has a description that search results show whole', () => {
    expect(page.description.length, page.description).toBeGreaterThanOrEqual(50);
    expect(page.description.length, page.description).toBeLessThanOrEqual(165);
  });

  test('names its own address', () => {
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
  const values = shown.map((page) => page[name].toLowerCase());
  expect(values.filter((value, place) => values.indexOf(value) !== place)).toEqual([]);
});

test('the first page describes the product to search engines', () => {
  const home = shown.find((page) => page.path === '/');
  expect(home?.data.join('\n')).toContain('SoftwareApplication');
});
