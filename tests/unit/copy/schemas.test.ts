import * as z from 'zod';
import { describe, expect, test } from 'vitest';
import { formatUsd } from '../../../src/shared/money.ts';
import { findPlan } from '../../../src/shared/plans.ts';
import { schemas } from '../../../src/copy/schemas/collections.ts';

/** Returns every text of a schema with its path. Paths have the type of a section in brackets. */
const textsIn = (name: string, schema: z.core.$ZodType): readonly (readonly [string, z.ZodString])[] => {
  if (schema instanceof z.ZodString) return [[name, schema]];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return textsIn(name, schema.def.innerType);
  if (schema instanceof z.ZodArray) return textsIn(name, schema.element);
  if (schema instanceof z.ZodDiscriminatedUnion)
    return schema.options.flatMap((option) => textsIn(name, option));
  if (!(schema instanceof z.ZodObject)) return [];
  const { type } = schema.shape as { type?: unknown };
  const inside = type instanceof z.ZodLiteral ? `${name}(${String(type.value)})` : name;
  return Object.entries(schema.shape).flatMap(([key, field]) =>
    textsIn(`${inside}.${key}`, field as z.core.$ZodType),
  );
};
const texts = Object.entries(schemas).flatMap(([name, schema]) => textsIn(name, schema));

test('the schemas allow HTML only in plain texts, where it is escaped', () => {
  const rejects = (schema: z.ZodString): boolean => !schema.safeParse('<b onclick=x>y</b>').success;
  expect(texts.length).toBeGreaterThan(70);
  expect(texts.filter(([, schema]) => rejects(schema)).length).toBeGreaterThan(40);
  const plain = texts.filter(([, schema]) => !rejects(schema)).map(([name]) => name);
  expect(
    plain.filter((name) => !/\.(?:title|description|label|about|tab|audience|name)$/.test(name)),
  ).toEqual([
    'pages.index.term',
    'pages.sections(opening).announcement.text',
    'pages.sections(pairs).left',
    'pages.sections(pairs).right',
    'pages.sections(steps).groups.soon',
    'pages.sections(downloads).begun',
    'pages.sections(downloads).phone.button',
    'pages.sections(downloads).phone.subject',
    'pages.sections(find-duplicates).sample',
    ...['basic', 'annual'].flatMap((plan) =>
      ['period', 'renewal', 'terms'].map((name) => `pages.sections(checkout).plans.${plan}.${name}`),
    ),
    'pages.sections(checkout).buyer.heading',
    'pages.sections(checkout).buyer.email',
    'pages.sections(checkout).points.heading',
    'pages.sections(index).references.term',
    'pages.sections(index).references.see',
    'pages.sections(picture).caption',
    'pages.sections(sentences).sentences.text',
    'releases.features',
    'features.index',
    'questions.index',
    'letters.subject',
    'letters.preview',
  ]);
});

describe('a page', () => {
  const opening = { type: 'opening', heading: 'A page', lede: 'It says nothing.' };
  const band = { type: 'band', heading: 'A band', text: 'It says nothing.' };
  const problemOf = (sections: readonly object[], description = 'A page.'): string | undefined =>
    schemas.pages.safeParse({ title: 'A page', description, sections }).error?.issues[0]?.message;

  test('must begin with its only opening', () => {
    expect(problemOf([opening, band])).toBeUndefined();
    const message = 'Expected: one section of the type "opening", as the first';
    expect(problemOf([band])).toBe(message);
    expect(problemOf([band, opening])).toBe(message);
    expect(problemOf([opening, band, opening])).toBe(message);
  });

  test('must say where the whole price of a year goes', () => {
    const colophon = (...cents: readonly number[]) => ({
      type: 'colophon',
      heading: 'Who we are',
      text: 'We are us.',
      people: { heading: 'People', list: [{ name: 'Ada', does: 'Writes.' }] },
      year: { heading: 'A year', shares: cents.map((share) => ({ use: 'Work', cents: share })) },
      stopping: { heading: 'If we stop', text: 'It stays.' },
    });
    const price = findPlan('annual')?.priceCents ?? 0;
    expect(problemOf([opening, colophon(price - 500, 500)])).toBeUndefined();
    expect(problemOf([opening, colophon(price - 500, 400)])).toBe(
      `add up to ${formatUsd(price - 100)}, and a year costs ${formatUsd(price)}. Expected: shares that add up to the price`,
    );
  });

  test('must not use an anchor twice', () => {
    const apply = { ...band, id: 'apply' };
    const card = { tab: 'A', id: 'apply', heading: 'A card', text: 'It says nothing.' };
    const cards = { type: 'cards', heading: 'Cards', cards: [card] };
    expect(problemOf([opening, apply, band])).toBeUndefined();
    const message =
      'The anchor "apply" is used twice. Expected: a different anchor for each section and card';
    expect(problemOf([opening, apply, apply])).toBe(message);
    expect(problemOf([opening, apply, cards])).toBe(message);
  });
});

test('the schemas accept a checksum in capitals, as Windows prints it', () => {
  const file = { system: 'Mac', kind: 'ZIP', ending: 'mac.zip', bytes: 1, sha256: 'AB'.repeat(32) };
  const release = { version: '1.1.0', date: new Date(), features: ['Tags'], files: [file] };
  expect(schemas.releases.parse(release)).toMatchObject({ files: [{ sha256: 'ab'.repeat(32) }] });
});

test('the schemas reject two files of a release with one title or one name', () => {
  const mac = { system: 'Mac', kind: 'ZIP', ending: 'mac.zip', bytes: 1, sha256: '0'.repeat(64) };
  const problemOf = (...files: readonly object[]): string | undefined =>
    schemas.releases.safeParse({ version: '1.1.0', date: new Date(), features: ['Tags'], files }).error
      ?.issues[0]?.message;
  const message = 'Expected: one file of a kind for a system, each with an ending of its own';
  expect(problemOf(mac, { ...mac, kind: 'DMG', ending: 'mac.dmg' })).toBeUndefined();
  expect(problemOf(mac, { ...mac, kind: 'DMG' })).toBe(message);
  expect(problemOf(mac, { ...mac, ending: 'mac-intel.zip' })).toBe(message);
});
