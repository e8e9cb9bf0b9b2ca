import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { cmsCollections } from '../../../src/cms/config.ts';
import { fieldOf } from '../../../src/cms/fields.ts';
import { bodies, type CollectionName, fileNames, schemas } from '../../../src/copy/schemas/collections.ts';
import { markdown, text as plainText } from '../../../src/copy/schemas/field.ts';
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

describe('a text', () => {
  /** Applies the pattern of a field, `/source/flags`, as the editor does. */
  const accepts = (schema: z.ZodString, text: string): boolean => {
    const { pattern = ['', ''] } = fieldOf('text', schema) as { pattern?: [string, string] };
    const [, source = '', flags] = /^\/(.+)\/(\w*)$/s.exec(pattern[0]) ?? [];
    return new RegExp(source, flags).test(text);
  };

  test.each(['', 'By {product} and {price.basic}.', 'Lines\nof {version}.'])('may be %j', (words) => {
    expect(accepts(plainText('words'), words)).toBe(true);
    expect(accepts(markdown('words'), words)).toBe(true);
  });

  test.each(['By {prodct}.', 'Lines\nof {two words}.', '{priceXbasic}', '{{product}}'])(
    'must not have an unknown placeholder: %j',
    (words) => {
      expect(accepts(plainText('words'), words)).toBe(false);
      expect(accepts(markdown('words'), words)).toBe(false);
    },
  );

  test.each(['<div>x</div>', 'A\n<IMG src=x>', '<b onclick=x>y</b>', '<!-- a comment -->'])(
    'of Markdown must not have other HTML: %j',
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
