import { expect, test } from 'vitest';
import { parseFile, parseFrontmatter } from '../../../src/copy/parse-file.ts';
import type { CollectionName } from '../../../src/copy/schemas/collections.ts';

const file = '---\nquestion: Why?\ntopics: [contact]\norder: 1\n---\n\nWords.\n';

/** Returns the problems of a file of questions, without the path. */
function problemsOf(contents: string, folder: CollectionName = 'questions', name = 'why.md') {
  const parsed = parseFile(folder, name, contents);
  return 'problems' in parsed ? parsed.problems.map(({ line, message }) => ({ line, message })) : [];
}

test.each([
  file,
  `\uFEFF${file}`,
  `\n${file}`,
  file.replaceAll('\n', '\r\n'),
  file.replaceAll('\n', '  \n'),
  file.replace('Why?', '🎵 כתובות'),
  `${file}\ndate: 2026-02-31\n`,
  file.replace('topics', '# date: 2026-02-31\ntopics'),
])('parseFile parses %j', (contents) => {
  expect(problemsOf(contents)).toEqual([]);
});

test('parseFrontmatter splits a file into its fields and its body', () => {
  expect(parseFrontmatter('---\ntitle: A\ndate: 2028-02-29\n---\nWords.\n')).toEqual({
    fields: { title: 'A', date: new Date('2028-02-29') },
    body: '\nWords.\n',
  });
  expect(parseFrontmatter('---\n---\nWords.')).toEqual({ fields: {}, body: '\nWords.' });
});

test.each(['# Choirs\n', file.replace('---', '—'), file.replace('\n---\n', '\n'), ''])(
  'parseFile rejects %j, which has no fields',
  (contents) => {
    expect(problemsOf(contents)[0]?.message).toMatch(
      /^A file begins with a line of ---.*One of the two is missing\.$/,
    );
  },
);

test('parseFile rejects a character of another encoding, with its line', () => {
  const contents = new TextDecoder().decode(Buffer.from(file.replace('Words', 'André'), 'latin1'));
  expect(problemsOf(contents)).toEqual([
    {
      line: 7,
      message: expect.stringMatching(
        /^This line has a character that is not UTF-8\. Save the file as UTF-8/,
      ) as string,
    },
  ]);
});

test.each(['2026-02-31', '2026-13-01', '2026-00-10', '2026-02-29 # the last', '2026-02-31T10:00:00Z'])(
  'parseFile rejects the date %s, which YAML turns into another day',
  (date) => {
    const contents = `---\nversion: '1.1.0'\r\ndate: ${date}\r\n---\r\n`;
    expect(problemsOf(contents, 'releases', '1.1.0.md')).toEqual([
      { line: 3, message: `There is no day ${date.slice(0, 10)}.` },
    ]);
  },
);

test.each([
  ['\torder: 2', 'There is a tab before a field. Indent with spaces.'],
  ['order: 2', 'This field is here for the second time. Delete one of the two.'],
])('parseFile says what to do about the YAML error of %j, with its line', (line, message) => {
  const wrong = file.replace('\n---\n', `\n${line}\n---\n`);
  const sentence = expect.stringContaining(message) as string;
  expect(problemsOf(wrong)).toEqual([{ line: 5, message: sentence }]);
  expect(problemsOf(`\n\n${wrong}`)).toEqual([{ line: 7, message: sentence }]);
});

const pageName =
  'lower-case letters, digits and hyphens, such as choirs, or after the page above and a dot, such as why.choirs';

test.each([
  ['pages', 'kithbook-2.0-is-here.md', pageName],
  ['pages', 'Choirs.md', pageName],
  ['pages', 'why.the.choirs.md', pageName],
] as const)('parseFile rejects a file of %s with the name %s', (folder, name, expected) => {
  expect(parseFile(folder, name, file)).toEqual({
    problems: [{ file: `src/content/${folder}/${name}`, message: `Rename the file. Expected: ${expected}.` }],
  });
});
