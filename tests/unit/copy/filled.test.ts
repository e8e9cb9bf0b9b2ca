import { expect, test } from 'vitest';
import { filled } from '../../../src/copy/filled.ts';
import { site } from '../../../src/shared/site.ts';

const file = (body: string) => ({
  id: 'one',
  filePath: 'src/content/releases/one.md',
  data: { heading: 'By {product}' },
  body,
});

test('a file’s fields and the text below them are filled', () => {
  expect(filled(file('{product} {version}.'), { version: '1.0' })).toEqual({
    id: 'one',
    heading: `By ${site.product}`,
    body: `${site.product} 1.0.`,
  });
});

test('a release is told which placeholders there are in it: {version} is none of them', () => {
  expect(() => filled(file('Version {version}'))).toThrow(
    /^src\/content\/releases\/one\.md: There is no placeholder \{version\} here\. There are: (?!.*\{version\})\{product\}/,
  );
});
