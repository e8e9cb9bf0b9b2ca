import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { cmsCollections } from '../../../src/cms/collections.ts';
import { fieldOf, fieldsOf } from '../../../src/cms/fields.ts';
import { bodies, type CollectionName, schemas } from '../../../src/copy/schemas/collections.ts';
import { markdown, text as plainText } from '../../../src/copy/schemas/field.ts';
import { fileNames } from '../../../src/copy/schemas/file-name.ts';
import { sectionTypes } from '../../../src/copy/schemas/section.ts';
import { inProject } from '../../../stack/paths.ts';
import { linesOfFields } from './editor-lines.ts';
import { linesOfSchema } from './schema-lines.ts';

const collections = cmsCollections();
const fieldsIn = (name: string) => collections.find((one) => one.name === name)?.fields ?? [];
const named = (name: string) => fieldsIn(name).filter((field) => field.name !== 'body');

test('the editor shows every folder of content, and no other', () => {
  const folders = readdirSync(inProject('src/content')).sort();
  expect(Object.keys(schemas).sort()).toEqual(folders);
  expect(collections.map(({ folder }) => folder).sort()).toEqual(
    folders.map((name) => `src/content/${name}`),
  );
});

describe.each(Object.entries(schemas))('%s', (name, schema) => {
  test('the editor has the fields of the schema: the same kinds, required where they are, and no other', () => {
    const lines = linesOfSchema(name, schema);
    expect(lines.length).toBeGreaterThan(3);
    expect(linesOfFields(name, named(name))).toEqual(lines);
  });

  test('a field that the schema gets is missed in the editor, and one that it loses is too much', () => {
    const lines = linesOfFields(name, named(name));
    const more = linesOfSchema(name, schema.safeExtend({ mood: z.string() }));
    expect(more.filter((line) => !lines.includes(line))).toEqual([`${name}.mood: string, required`]);
    const less = linesOfSchema(name, z.object({ ...schema.shape, draft: z.literal(true) }));
    expect(lines.filter((line) => !less.includes(line))).toEqual([`${name}.draft: boolean`]);
  });

  test('the text below the fields can be edited, and must be there where the build wants it', () => {
    const { needed } = bodies[name as CollectionName];
    expect(fieldsIn(name).at(-1)).toMatchObject({ name: 'body', widget: 'text', required: needed });
  });
});

test('a file is called what the build lets it be called, and the address of a page is typed', () => {
  for (const { name, slug } of collections) {
    const look = fileNames[name as CollectionName];
    const [pattern, message] = (typeof slug === 'object' ? slug.pattern : undefined) ?? [];
    expect([pattern, message], name).toEqual(
      look ? [`/${look.pattern.source}/`, `Expected: ${look.expected}`] : [undefined, undefined],
    );
  }
  const typed = collections.filter(({ slug }) => typeof slug === 'object' && slug.template === undefined);
  expect(typed.map(({ name }) => name)).toEqual(['pages']);
});

test('every kind of section can be added to a page', () => {
  const sections = fieldsIn('pages').find((field) => field.name === 'sections');
  expect(sections).toMatchObject({
    typeKey: 'type',
    types: sectionTypes.map((type) => expect.objectContaining({ name: type }) as unknown),
  });
});

test('every field says what is expected in it, and is named in words', () => {
  const told = JSON.stringify(collections).match(/"name":"[^"]*","label":"[^"]*","hint":"[^"]*"/g) ?? [];
  expect(told.length).toBeGreaterThan(100);
  expect(told.filter((text) => /"(?:label|hint)":""|"label":"[^"]*-[a-z]/.test(text))).toEqual([]);
});

test('a text that must look a certain way is checked while it is typed; one that may be missing may be empty', () => {
  const look = z.string().regex(/^[a-z]+$/, { error: 'Expected: letters' });
  expect(fieldOf('look', look)).toMatchObject({ pattern: ['/^[a-z]+$/', 'Expected: letters'] });
  expect(fieldOf('look', look.optional())).toMatchObject({ pattern: ['/^$|^[a-z]+$/', 'Expected: letters'] });
});

describe('a text', () => {
  /** Returns whether the editor accepts a text; it reads the pattern as `/source/flags`. */
  const accepts = (schema: z.ZodString, text: string): boolean => {
    const { pattern = ['', ''] } = fieldOf('text', schema) as { pattern?: [string, string] };
    const [, source = '', flags] = /^\/(.+)\/(\w*)$/s.exec(pattern[0]) ?? [];
    return new RegExp(source, flags).test(text);
  };

  test.each(['', 'By {product} and {price.basic}.', 'Lines\nof {version}.'])('may be %j', (words) => {
    expect(accepts(plainText('words'), words)).toBe(true);
    expect(accepts(markdown('words'), words)).toBe(true);
  });

  test.each(['By {prodct}.', 'Lines\nof {two words}.', '{priceXbasic}'])(
    'with an unknown placeholder is refused while it is typed: %j',
    (words) => {
      expect(accepts(plainText('words'), words)).toBe(false);
      expect(accepts(markdown('words'), words)).toBe(false);
    },
  );

  test.each(['<div>x</div>', 'A\n<IMG src=x>', '<b onclick=x>y</b>', '<!-- a comment -->'])(
    'of Markdown with other HTML is refused while it is typed: %j',
    (words) => {
      expect(accepts(markdown('words'), words)).toBe(false);
      expect(accepts(plainText('words'), words)).toBe(true);
    },
  );

  test.each(['a<br>b', '<kbd>Esc</kbd>', '<https://example.com>', '1 < 2 > 0', '`<div>`'])(
    'of Markdown may have %j',
    (words) => {
      expect(accepts(markdown('words'), words)).toBe(true);
    },
  );
});

test('what stands for a missing value is there from the beginning', () => {
  expect(fieldOf('style', z.enum(['plain', 'loud']).default('loud'))).toMatchObject({ default: 'loud' });
  expect(fieldOf('soon', z.boolean().default(true))).toMatchObject({ default: true, required: false });
});

test('a kind of field that the editor does not have stops the build and is named', () => {
  expect(() => fieldsOf(z.object({ many: z.bigint() }))).toThrow(/"many"/);
});
