import * as z from 'zod';
import { describe, expect, test } from 'vitest';
import { bodyComplaint } from '../../../src/copy/validate-file.ts';
import { schemas } from '../../../src/copy/schemas/collections.ts';
import { nameOfFile } from '../../../src/copy/schemas/file-name.ts';

/** Every text in a schema with its name; kinds of section have theirs in brackets. */
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

test('HTML may stand only in texts that are shown as they are written; Markdown is held to its own', () => {
  const refuses = (schema: z.ZodString): boolean => !schema.safeParse('<b onclick=x>y</b>').success;
  expect(texts.length).toBeGreaterThan(70);
  expect(texts.filter(([, schema]) => refuses(schema)).length).toBeGreaterThan(40);
  const free = texts.filter(([, schema]) => !refuses(schema)).map(([name]) => name);
  expect(free.filter((name) => !/\.(?:title|description|label|about|tab|audience|name)$/.test(name))).toEqual(
    [
      'pages.sections(opening).announcement.text',
      'pages.sections(pairs).left',
      'pages.sections(pairs).right',
      'pages.sections(steps).groups.soon',
      'pages.sections(checkout).points.heading',
      'releases.features',
    ],
  );
});

describe('a page', () => {
  const opening = { type: 'opening', heading: 'A page', lede: 'It says nothing.' };
  const band = { type: 'band', heading: 'A band', text: 'It says nothing.' };
  const wrongWith = (sections: readonly object[], description = 'A page.'): string | undefined =>
    schemas.pages.safeParse({ title: 'A page', description, sections }).error?.issues[0]?.message;

  test('begins with its one opening', () => {
    expect(wrongWith([opening, band])).toBeUndefined();
    const message = 'Expected: one section of the type "opening", as the first';
    expect(wrongWith([band])).toBe(message);
    expect(wrongWith([band, opening])).toBe(message);
    expect(wrongWith([opening, band, opening])).toBe(message);
  });

  test('has each written anchor once', () => {
    const apply = { ...band, id: 'apply' };
    const card = { tab: 'A', id: 'apply', heading: 'A card', text: 'It says nothing.' };
    const cards = { type: 'cards', heading: 'Cards', cards: [card] };
    expect(wrongWith([opening, apply, band])).toBeUndefined();
    const message = 'The anchor "apply" stands twice. Expected: one of its own for each section and card';
    expect(wrongWith([opening, apply, apply])).toBe(message);
    expect(wrongWith([opening, apply, cards])).toBe(message);
  });

  test.each(['{{product}}', '{ two words }', '{product}}', '{ }'])('has no %s left in its words', (text) => {
    expect(wrongWith([opening], `Words by ${text}.`)).toMatch(/^There is no placeholder \{/);
    expect(wrongWith([{ ...opening, lede: `Words by ${text}.` }])).toMatch(/^There is no placeholder \{/);
  });
});

test('the sum of a file may come in capitals, as Windows tells it', () => {
  const file = { system: 'Mac', kind: 'ZIP', ending: 'mac.zip', bytes: 1, sha256: 'AB'.repeat(32) };
  const release = { version: '1.1.0', date: new Date(), features: ['Tags'], files: [file] };
  expect(schemas.releases.parse(release)).toMatchObject({ files: [{ sha256: 'ab'.repeat(32) }] });
});

test('the files of a release can be told apart', () => {
  const mac = { system: 'Mac', kind: 'ZIP', ending: 'mac.zip', bytes: 1, sha256: '0'.repeat(64) };
  const wrongWith = (...files: readonly object[]): string | undefined =>
    schemas.releases.safeParse({ version: '1.1.0', date: new Date(), features: ['Tags'], files }).error
      ?.issues[0]?.message;
  const message = 'Expected: one file of a kind for a system, each with an ending of its own';
  expect(wrongWith(mac, { ...mac, kind: 'DMG', ending: 'mac.dmg' })).toBeUndefined();
  expect(wrongWith(mac, { ...mac, kind: 'DMG' })).toBe(message);
  expect(wrongWith(mac, { ...mac, ending: 'mac-intel.zip' })).toBe(message);
});

test('the text below the fields of a page is shown once', () => {
  const shown = { type: 'text' } as const;
  const own = { type: 'text', text: 'Some words.' } as const;
  expect(bodyComplaint([own, shown], 'Words.')).toBeUndefined();
  expect(bodyComplaint([own], ' \n')).toBeUndefined();
  expect(bodyComplaint([own], 'Words.')).toMatch(/^No section shows the text below the fields/);
  expect(bodyComplaint([own, shown], ' \n')).toMatch(/^A section of the type "text" has no text/);
  expect(bodyComplaint([shown, own, shown], 'Words.')).toMatch(/^More than one section/);
});

describe('the name of a file', () => {
  test.each([
    ['pages', 'features-groups.md', 'features-groups'],
    ['releases', '11.1.0.md', '11.1.0'],
    ['features', 'csv.md', 'csv'],
    ['questions', 'Was ist 2.0?.md', 'Was ist 2.0?'],
  ] as const)('of %s, %s, is what the file is known by', (folder, file, name) => {
    expect(nameOfFile(folder, file)).toBe(name);
  });

  test.each([
    ['pages', 'kithbook-2.0-is-here.md', 'lower-case letters, digits and hyphens, such as choirs'],
    ['pages', 'Choirs.md', 'lower-case letters, digits and hyphens, such as choirs'],
    ['pages', 'features/groups.md', 'lower-case letters, digits and hyphens, such as choirs'],
    ['releases', 'spring.md', 'the version in three numbers, such as 1.1.0'],
    ['features', 'My feature.md', 'lower-case letters, digits, hyphens and dots, such as groups'],
  ] as const)('of %s is not %s', (folder, file, expected) => {
    expect(() => nameOfFile(folder, file)).toThrow(
      `src/content/${folder}/${file}: Name the file otherwise. Expected: ${expected}.`,
    );
  });
});
