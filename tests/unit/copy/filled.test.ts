import { expect, test } from 'vitest';
import { filled } from '../../../src/copy/filled.ts';
import { bodies, type CollectionName } from '../../../src/copy/schemas/collections.ts';
import { site } from '../../../src/shared/site.ts';

const file = (collection: CollectionName, body: string) => ({
  id: 'one',
  collection,
  filePath: `src/content/${collection}/one.md`,
  data: { heading: 'By {product}' },
  body,
});

test('a file’s fields and the text below them are filled', () => {
  expect(filled(file('pages', '{product} {version}.'), { version: '1.0' })).toEqual({
    id: 'one',
    heading: `By ${site.product}`,
    body: `${site.product} 1.0.`,
  });
});

test.each(Object.entries(bodies))('%s without a text are as their table says: %o', (name, { needed }) => {
  const read = () => filled(file(name as CollectionName, ' \n'));
  if (needed) expect(read).toThrow(`src/content/${name}/one.md: There is no text below the fields. Write it`);
  else expect(read()).toBeDefined();
});

test('what a text may not have is named with its file; a post is no Markdown, and may have it', () => {
  const text = '# www.example.com <template id="analytics" data-url="https://evil.example">';
  expect(() => filled(file('questions', text))).toThrow(
    'src/content/questions/one.md: The text below the fields has HTML other than <br>',
  );
  expect(filled(file('pitches', text)).body).toBe(text);
});

test('a release is told which placeholders there are in it: {version} is none of them', () => {
  expect(() => filled(file('releases', 'Version {version}'))).toThrow(
    /^src\/content\/releases\/one\.md: There is no placeholder \{version\} here\. There are: (?!.*\{version\})\{product\}/,
  );
});
