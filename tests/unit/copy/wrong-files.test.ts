import { expect, test } from 'vitest';
import { bodyComplaint } from '../../../src/copy/body-complaint.ts';
import { fieldsComplaint, fileComplaint } from '../../../src/copy/file-complaint.ts';
import { filled } from '../../../src/copy/filled.ts';
import { type CollectionName, schemas } from '../../../src/copy/schemas/collections.ts';
import { nameOfFile, releaseNameComplaint } from '../../../src/copy/schemas/file-name.ts';
import type { Section } from '../../../src/copy/schemas/section.ts';
import { takeApart } from '../../stack/take-apart.ts';
import { page, release, text } from '../../content-files.ts';

const isError = (error: unknown): error is Error => error instanceof Error;

/** Returns the messages of the validators for a file of src/content, in the order in which the build runs them. */
function complaintsAbout(place: string, contents: string): string {
  const [folder, file] = place.split('/') as [CollectionName, string];
  try {
    const name = nameOfFile(folder, file);
    const complaint = fileComplaint(contents);
    if (complaint !== undefined) return complaint;
    const { frontmatter, content } = readFields(contents);
    const { data, error } = schemas[folder].safeParse(frontmatter);
    if (error) return error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('\n');
    filled({ id: name, collection: folder, data, body: content, filePath: `src/content/${place}` });
    if ('sections' in data) return bodyComplaint(data.sections as readonly Section[], content) ?? '';
    return 'version' in data ? (releaseNameComplaint(name, data.version) ?? '') : '';
  } catch (error) {
    if (isError(error)) return error.message;
    throw error;
  }
}

function readFields(contents: string) {
  try {
    return takeApart(contents);
  } catch (error) {
    throw isError(error) ? new Error(fieldsComplaint(contents, error)) : error;
  }
}

test('nothing is wrong with the page and the release that the wrong files are made of', () => {
  expect(complaintsAbout('pages/on-the-side.md', page(text))).toBe('');
  expect(complaintsAbout('releases/97.31.0.md', release('date: 2031-01-01'))).toBe('');
});

test.each([
  [
    'a release without its date',
    'releases/97.31.0.md',
    release(''),
    /^date .*Expected: the day of the release/,
  ],
  [
    'a misspelt field of a section',
    'pages/on-the-side.md',
    page(text.replace('heading', 'headng')),
    /^sections\.1 There is no field "headng" in a section of the type "text"\. The fields are: .*heading/m,
  ],
  [
    'an unknown kind of section',
    'pages/on-the-side.md',
    page('type: carousel\nheading: A heading'),
    /^sections\.1.* Expected: a section with a "type", one of .*text/,
  ],
  [
    'an unknown placeholder in a field',
    'pages/on-the-side.md',
    page(text.replace('Some words', 'Words by {prodct}')),
    /^sections\.1\.text There is no placeholder \{prodct\}.*There are: .*\{product\}/,
  ],
  [
    'an unknown placeholder in the text below the fields',
    'pages/on-the-side.md',
    page('type: text\nheading: A heading', { body: 'Words by {prodct}.' }),
    /^src\/content\/pages\/on-the-side\.md: There is no placeholder \{prodct\}.*There are: .*\{product\}/,
  ],
  [
    'a picture from elsewhere in a field',
    'pages/on-the-side.md',
    page(text.replace('Some words.', "'![A cat](https://pictures.example/cat.png)'")),
    /^sections\.1\.text shows a picture from elsewhere\. Put it into public/,
  ],
  [
    'an aligned table in the text below the fields',
    'pages/on-the-side.md',
    page('type: text\nheading: A heading', { body: '| a | b |\n| - | -: |\n| 1 | 2 |' }),
    /on-the-side\.md: The text below the fields aligns a column of a table\. Leave the colons out/,
  ],
  [
    'a text below the fields that no section shows',
    'pages/on-the-side.md',
    page(text, { body: 'Words.' }),
    /^No section shows the text below the fields\. Add one/,
  ],
  [
    'a tab before a field',
    'pages/on-the-side.md',
    page(text.replace('\nheading', '\n\theading')),
    /^There is a tab before a field\. Indent with spaces\./,
  ],
  [
    'a picture in the text below the fields that is named by its file alone',
    'pages/on-the-side.md',
    page('type: text\nheading: A heading', { body: '![A cat](cat.png)' }),
    /on-the-side\.md: The text below the fields shows a picture from elsewhere\. Put it into public/,
  ],
  [
    'a page whose name is no address',
    'pages/on-the-side-2.0.md',
    page(text),
    /on-the-side-2\.0\.md: Name the file otherwise\. Expected: lower-case letters, digits and hyphens/,
  ],
  [
    'a release that is not named after its version',
    'releases/97.32.0.md',
    release('date: 2031-01-01'),
    /^The version is 97\.31\.0, and .* Name it 97\.31\.0\.md, or mend the version/,
  ],
  [
    'a question without its topics',
    'questions/on-the-side.md',
    '---\nquestion: Why is this here?\norder: 1\n---\nBecause.\n',
    /^topics .*Expected: where it is listed/,
  ],
  [
    'a field of the wrong kind',
    'pages/on-the-side.md',
    page(text, { head: 'draft: perhaps' }),
    /^draft Expected: true keeps the page out of the site: true or false/,
  ],
])('refuses %s', (_what, place, contents, message) => {
  expect(complaintsAbout(place, contents)).toMatch(message);
});
