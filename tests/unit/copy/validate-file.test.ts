import { describe, expect, test } from 'vitest';
import { parseFile } from '../../../src/copy/parse-file.ts';
import { formatProblem } from '../../../src/copy/validate-file.ts';
import { bodies, type CollectionName } from '../../../src/copy/schemas/collections.ts';
import { page, release, text } from '../../content-files.ts';

/** Returns the problems of a file, one per line, without `src/content/`. */
function problemsOf(place: string, contents: string): string {
  const [folder, file] = place.split('/') as [CollectionName, string];
  const parsed = parseFile(folder, file, contents);
  return 'problems' in parsed
    ? parsed.problems.map((problem) => formatProblem(problem).replace('src/content/', '')).join('\n')
    : '';
}

const ofPage = (line: number, message: string) => `pages/on-the-side.md, line ${String(line)}: ${message}`;

test('parseFile accepts the page and the release that the wrong files are made of', () => {
  expect(problemsOf('pages/on-the-side.md', page(text))).toBe('');
  expect(problemsOf('releases/97.31.0.md', release('date: 2031-01-01'))).toBe('');
});

test.each([
  [
    'a release without its date',
    'releases/97.31.0.md',
    release(''),
    /, line 1: date: is missing\. Expected: the day of the release/,
  ],
  [
    'a misspelled field of a section',
    'pages/on-the-side.md',
    page(text.replace('heading', 'headng')),
    /, line 9: section 2: There is no field "headng" in a section of the type "text"\. The fields are: .*heading/m,
  ],
  [
    'an unknown kind of section',
    'pages/on-the-side.md',
    page('type: carousel\nheading: A heading'),
    /, line 9: section 2, type: is "carousel"\. Expected: a section with a "type", one of .*text/,
  ],
  [
    'an unknown placeholder in a field',
    'pages/on-the-side.md',
    page(text.replace('Some words', 'Words by {prodct}')),
    /, line 11: section 2, text: There is no placeholder \{prodct\}.*There are: .*\{product\}/,
  ],
  [
    'a picture from elsewhere in a field',
    'pages/on-the-side.md',
    page(text.replace('Some words.', "'![A cat](https://pictures.example/cat.png)'")),
    /, line 11: section 2, text: shows a picture from elsewhere\. Put it into public/,
  ],
  [
    'an aligned table in the text below the fields',
    'pages/on-the-side.md',
    page('type: text\nheading: A heading', { body: '| a | b |\n| - | -: |\n| 1 | 2 |' }),
    /on-the-side\.md, line 13: The text below the fields aligns a column of a table\. Leave the colons out/,
  ],
  [
    'a text below the fields that no section shows',
    'pages/on-the-side.md',
    page(text, { body: 'Words.' }),
    /, line 5: No section shows the text below the fields\. Add one/,
  ],
  [
    'a section of the type "text" without any text',
    'pages/on-the-side.md',
    page('type: text', { body: ' ' }),
    /, line 5: A section of the type "text" has no text/,
  ],
  [
    'a text below the fields that two sections show',
    'pages/on-the-side.md',
    page('type: text\n- type: text', { body: 'Words.' }).replace('    - type', '  - type'),
    /, line 5: More than one section/,
  ],
  [
    'a release that is not named after its version',
    'releases/97.32.0.md',
    release('date: 2031-01-01'),
    /, line 2: The version is 97\.31\.0, and .* Name it 97\.31\.0\.md, or correct the version/,
  ],
  [
    'a field of the wrong kind',
    'pages/on-the-side.md',
    page(text, { head: 'draft: perhaps' }),
    /, line 4: draft: is "perhaps"\. Expected: true or false \(true keeps the page out of the site/,
  ],
])('parseFile rejects %s', (_case, place, contents, message) => {
  expect(problemsOf(place, contents)).toMatch(message);
});

test.each([
  ['version: 1.1', 'version: 1.1 without quotes is a number, not a text.'],
  ['version: 2026-01-31', 'version: 2026-01-31 without quotes is a day, not a text.'],
])('parseFile rejects %s of a release, which YAML does not read as a text', (version, message) => {
  const contents = release('date: 2031-01-01').replace(/version: .*/, version);
  expect(problemsOf('releases/97.31.0.md', contents)).toBe(
    `releases/97.31.0.md, line 2: ${message} Put it in 'single quotes'. Expected: the version in three numbers and in quotes, such as '1.0.0'`,
  );
});

test.each([
  [
    'topics: contact',
    'topics: is "contact". Expected: where it is listed: a list, each line beginning with a hyphen',
  ],
  ['topics: [sales]', 'topic 1: is "sales". Expected: a list: one of contact, affiliates, buying'],
  ['topics: []', 'topics: is an empty list. Expected: where it is listed'],
])('parseFile rejects %s and says what is expected', (topicsLine, message) => {
  const contents = `---\nquestion: Why?\n${topicsLine}\norder: 1\n---\nBecause.\n`;
  expect(problemsOf('questions/why.md', contents)).toBe(`questions/why.md, line 3: ${message}`);
});

test('parseFile rejects a text with a colon, which YAML reads as a field', () => {
  const contents = release('date: 2031-01-01').replace('A feature of', 'Import: CSV, of');
  expect(problemsOf('releases/97.31.0.md', contents)).toBe(
    "releases/97.31.0.md, line 5: feature 1: a colon and a space without quotes make a field of it, not a text. Put it in 'single quotes'. Expected: one thing that is new",
  );
});

test('parseFile says how long the product’s name may be when a title is too long with it', () => {
  const contents = page(text).replace('title: A page on the side', `title: ${'a'.repeat(56)}`);
  expect(problemsOf('pages/on-the-side.md', contents)).toBe(
    ofPage(
      2,
      'title: together with " | Kithbook" has 67 characters, and may have 65. Shorten it by 2, or give the product a name of at most 6 characters in src/shared/site.ts.',
    ),
  );
});

describe.each(Object.entries(bodies))('a file of %s without a body', (folder, { isRequired }) => {
  const heads: Record<string, string> = {
    pages: page(text),
    releases: release('date: 2031-01-01'),
    features: '---\nname: Tags\nletter: T\nplan: basic\n---\n',
    questions: '---\nquestion: Why?\ntopics: [contact]\norder: 1\n---\n',
    pitches: '---\ntitle: One\nkind: long\naudience: All\norder: 1\n---\n',
    letters: '---\nsubject: One\npreview: The first.\naudience: readers\n---\n',
  };
  const name = folder === 'releases' ? '97.31.0.md' : 'one.md';

  test(isRequired ? 'is rejected' : 'is accepted', () => {
    const message = problemsOf(`${folder}/${name}`, heads[folder] ?? '');
    if (isRequired) expect(message).toMatch(/There is no text below the fields\. Write it there\.$/);
    else expect(message).toBe('');
  });
});

test('parseFile accepts any text in a post template, which is not Markdown', () => {
  const contents =
    '---\ntitle: One\nkind: long\naudience: All\norder: 1\n---\n# www.example.com <template id="analytics">\n';
  expect(problemsOf('pitches/one.md', contents)).toBe('');
});
