import { expect, test } from 'vitest';
import { fieldsComplaint, fileComplaint } from '../../../src/copy/validate-file.ts';

const file = '---\ntitle: For choirs\n---\n\nWords.\n';

test.each([
  file,
  `\uFEFF${file}`,
  `\n${file}`,
  file.replaceAll('\n', '\r\n'),
  file.replaceAll('\n', '  \n'),
  '---\n---\nWords.',
  '---\ntitle: 🎵 כתובות\n---\n',
  '---\ndate: 2028-02-29\n---\n\ndate: 2026-02-31\n',
  '---\n# date: 2026-02-31\nnote: |\n  date: 2026-02-31\ntitle: 2026-02-31-notes\n---\n',
])('%j can be read', (contents) => {
  expect(fileComplaint(contents)).toBeUndefined();
});

test.each(['# Choirs\n', file.replace('---', '—'), file.replace('\n---\n', '\n'), ''])(
  '%j has no fields at its beginning',
  (contents) => {
    expect(fileComplaint(contents)?.message).toMatch(
      /^A file begins with a line of ---.*One of the two is missing\.$/,
    );
  },
);

test('a character of another encoding is told with its line', () => {
  const contents = new TextDecoder().decode(Buffer.from(file.replace('Words', 'André'), 'latin1'));
  expect(fileComplaint(contents)).toMatchObject({
    line: 5,
    message: expect.stringMatching(
      /^This line has a character that is not UTF-8\. Save the file as UTF-8/,
    ) as string,
  });
});

test.each(['2026-02-31', '2026-13-01', '2026-00-10', '2026-02-29 # the last', '2026-02-31T10:00:00Z'])(
  '%s is no day of the calendar, though YAML makes one of it',
  (day) => {
    const contents = `---\nversion: '1.1.0'\r\ndate: ${day}\r\n---\r\n`;
    expect(fileComplaint(contents)).toEqual({
      line: 3,
      message: `There is no day ${day.slice(0, 10)}.`,
    });
  },
);

test.each([
  ['tab characters must not be used in indentation', 'There is a tab before a field. Indent with spaces.'],
  ['duplicated mapping key', 'This field stands here for the second time. Delete one of the two.'],
  ['unidentified alias "From*"', 'The fields cannot be read on from here (unidentified alias "From*").'],
])('%s: what to do, and the line in the file', (message, told) => {
  const complaint = (contents: string) => fieldsComplaint(contents, { message, loc: { line: 1 } });
  const sentence = expect.stringContaining(told) as string;
  expect(complaint(file)).toEqual({ line: 2, message: sentence });
  expect(complaint(`\n\n${file}`)).toEqual({ line: 4, message: sentence });
});

test('without a place the sentence stands alone', () => {
  const complaint = fieldsComplaint(file, { message: 'duplicated mapping key' });
  expect(complaint.line).toBeUndefined();
  expect(complaint.message).toMatch(/^This field/);
});
