import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { cmsCollections } from '../../../src/cms/config.ts';
import { fieldOf } from '../../../src/cms/fields.ts';
import { bodies, type CollectionName, fileNames, schemas } from '../../../src/copy/schemas/collections.ts';
import { inProject } from '../../../stack/paths.ts';

const collections = cmsCollections();
const fieldsIn = (name: string) => collections.find((collection) => collection.name === name)?.fields ?? [];

test('the editor shows exactly the folders of src/content', () => {
  const folders = readdirSync(inProject('src/content')).sort();
  expect(Object.keys(schemas).sort()).toEqual(folders);
  expect(collections.map(({ folder }) => folder).sort()).toEqual(
    folders.map((name) => `src/content/${name}`),
  );
});

describe.each(Object.keys(schemas))('%s', (name) => {
  test('the editor requires a body where the build does', () => {
    const { isRequired } = bodies[name as CollectionName];
    expect(fieldsIn(name).at(-1)).toMatchObject({ name: 'body', widget: 'text', required: isRequired });
  });
});

test('the editor accepts the file names that the build accepts, and asks for the names of pages and letters', () => {
  for (const { name, slug } of collections) {
    const format = fileNames[name as CollectionName];
    const [pattern, message] = (typeof slug === 'object' ? slug.pattern : undefined) ?? [];
    expect([pattern, message], name).toEqual(
      format ? [`/${format.pattern.source}/`, `Expected: ${format.expected}`] : [undefined, undefined],
    );
  }
  const typed = collections.filter(({ slug }) => typeof slug === 'object' && slug.template === undefined);
  expect(typed.map(({ name }) => name)).toEqual(['pages', 'letters']);
});

test('the editor checks a formatted text while it is typed, and accepts an empty optional text', () => {
  const look = z.string().regex(/^[a-z]+$/, { error: 'Expected: letters' });
  expect(fieldOf('look', look)).toMatchObject({ pattern: ['/^[a-z]+$/', 'Expected: letters'] });
  expect(fieldOf('look', look.optional())).toMatchObject({ pattern: ['/^$|^[a-z]+$/', 'Expected: letters'] });
});
