import { readdirSync, readFileSync } from 'node:fs';
import type { Field } from '@sveltia/cms';
import { describe, expect, test } from 'vitest';
import { cmsCollections } from '../../../src/cms/config.ts';
import { inProject } from '../../../stack/paths.ts';
import { parseFrontmatter } from '../../../src/copy/parse-file.ts';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** Returns the fields of a list item, which depend on its type. */
const itemFields = (field: Field, item: unknown): readonly Field[] => {
  if ('types' in field) {
    const kinds = field.types as { name: string; fields?: Field[] }[];
    return kinds.find(({ name }) => isObject(item) && item.type === name)?.fields ?? [];
  }
  return 'fields' in field ? ((field.fields ?? []) as Field[]) : [];
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
      return [value].flat().every((option) => (field as { options: unknown[] }).options.includes(option));
    case 'text':
      return typeof value === 'string';
    case undefined:
    default:
      // An input of one line would lose further lines.
      return typeof value === 'string' && !value.trim().includes('\n');
  }
};

/** Returns the parts of a value that the editor would lose or reject: unknown names, values of another type. */
const misfits = (place: string, field: Field | undefined, value: unknown): string[] => {
  if (!field) return [`${place} is unknown`];
  if (field.widget === 'list' && Array.isArray(value)) {
    if ('field' in field)
      return value.flatMap((item, index) => misfits(`${place}.${String(index)}`, field.field as Field, item));
    const key = 'types' in field ? 'type' : undefined;
    return value.flatMap((item, index) =>
      misfitsIn(`${place}.${String(index)}`, itemFields(field, item), item, key),
    );
  }
  if (field.widget === 'object') return misfitsIn(place, itemFields(field, value), value);
  return fits(field, value) ? [] : [`${place} does not fit`];
};

const misfitsIn = (place: string, fields: readonly Field[], value: unknown, key?: string): string[] => {
  if (!isObject(value)) return [`${place} does not fit`];
  return Object.entries(value)
    .filter(([name]) => name !== key)
    .flatMap(([name, part]) =>
      misfits(
        `${place}.${name}`,
        fields.find((field) => field.name === name),
        part,
      ),
    );
};

describe.each(cmsCollections())('$folder', ({ folder, fields }) => {
  const names = readdirSync(inProject(folder), { recursive: true, encoding: 'utf8' });

  test('has no files in subfolders, which the editor would not find', () => {
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !/^[^\\/]+\.md$/.test(name))).toEqual([]);
  });

  test.each(names)('the editor supports everything in %s', (name) => {
    const { fields: values, body } = parseFrontmatter(readFileSync(inProject(folder, name), 'utf8'));
    expect(Object.keys(values).length).toBeGreaterThan(1);
    expect(misfitsIn(name, fields, { ...values, body })).toEqual([]);
  });
});
