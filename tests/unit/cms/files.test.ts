import { readdirSync, readFileSync } from 'node:fs';
import type { Field } from '@sveltia/cms';
import { describe, expect, test } from 'vitest';
import { cmsCollections } from '../../../src/cms/collections.ts';
import { inProject } from '../../../stack/paths.ts';
import { parseFrontmatter } from '../../../src/build/content/parse-frontmatter.ts';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** The fields of an item of a list: those of its kind, where it names one. */
const itemFields = (field: Field, item: unknown): readonly Field[] => {
  if ('types' in field) {
    const kinds = field.types as { name: string; fields?: Field[] }[];
    return kinds.find(({ name }) => isObject(item) && item.type === name)?.fields ?? [];
  }
  return 'fields' in field ? ((field.fields ?? []) as Field[]) : [];
};

/** Whether a text matches the pattern of its field. */
const matches = (field: Field, value: string): boolean => {
  const [pattern = ''] = (field as { pattern?: [string, string] }).pattern ?? [];
  const [, source = '', flags] = /^\/(.+)\/(\w*)$/s.exec(pattern) ?? [];
  return new RegExp(source, flags).test(value);
};

const fits = (field: Field, value: unknown): boolean => {
  switch (field.widget) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'number':
      return typeof value === 'number';
    case 'datetime':
      return value instanceof Date;
    case 'select':
      return [value].flat().every((one) => (field as { options: unknown[] }).options.includes(one));
    case 'text':
      return typeof value === 'string' && matches(field, value);
    case undefined:
    default:
      // A field of one line would lose the others.
      return typeof value === 'string' && !value.trim().includes('\n') && matches(field, value);
  }
};

/** What the editor would lose or refuse of a value: names that it does not know, values of another kind. */
const strange = (place: string, field: Field | undefined, value: unknown): string[] => {
  if (!field) return [`${place} is unknown`];
  if (field.widget === 'list' && Array.isArray(value)) {
    if ('field' in field)
      return value.flatMap((item, index) => strange(`${place}.${String(index)}`, field.field as Field, item));
    const key = 'types' in field ? 'type' : undefined;
    return value.flatMap((item, index) =>
      strangeIn(`${place}.${String(index)}`, itemFields(field, item), item, key),
    );
  }
  if (field.widget === 'object') return strangeIn(place, itemFields(field, value), value);
  return fits(field, value) ? [] : [`${place} does not fit`];
};

const strangeIn = (place: string, fields: readonly Field[], value: unknown, key?: string): string[] => {
  if (!isObject(value)) return [`${place} does not fit`];
  return Object.entries(value)
    .filter(([name]) => name !== key)
    .flatMap(([name, one]) =>
      strange(
        `${place}.${name}`,
        fields.find((field) => field.name === name),
        one,
      ),
    );
};

describe.each(cmsCollections())('$folder', ({ folder, fields }) => {
  const names = readdirSync(inProject(folder), { recursive: true, encoding: 'utf8' });

  test('every file lies where the editor looks for it', () => {
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !/^[^\\/]+\.md$/.test(name))).toEqual([]);
  });

  test.each(names)('%s has nothing that the editor does not know', (name) => {
    const { frontmatter, content } = parseFrontmatter(readFileSync(inProject(folder, name), 'utf8'));
    expect(Object.keys(frontmatter).length).toBeGreaterThan(1);
    expect(strangeIn(name, fields, { ...frontmatter, body: content })).toEqual([]);
  });
});

test('a name that the editor does not know, a value of another kind and a lost line are found', () => {
  const pages = cmsCollections().find(({ name }) => name === 'pages')?.fields ?? [];
  const page = {
    title: 'A title\nin two lines',
    mood: 'good',
    draft: 'perhaps',
    sections: [{ type: 'band', heading: 'A band', drum: true, link: { label: 'It', leads: '/buy' } }],
  };
  expect(strangeIn('page', pages, page)).toEqual([
    'page.title does not fit',
    'page.mood is unknown',
    'page.draft does not fit',
    'page.sections.0.drum is unknown',
    'page.sections.0.link.leads is unknown',
  ]);
});
