import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { exampleSettings } from '../stack/settings.ts';
import { copyProject, type ProjectCopy } from './project-copy.ts';

/** A page that is right; `sections` and `head` are YAML to be put into it. */
const page = (section: string, { head = '', body = '' } = {}): string => `---
title: A page on the side
description: A page that is written for a test and says nothing that anybody would ever look for.
${head}
sections:
  - type: opening
    heading: A page on the side
    lede: It says nothing.
  - ${section.replaceAll('\n', '\n    ')}
---
${body}
`;

const release = (head: string): string => `---
version: '97.31.0'
${head}
features:
  - A feature of a later day
files:
  - system: Mac
    kind: ZIP
    ending: mac.zip
    bytes: 1
    sha256: '${'0'.repeat(64)}'
---
`;

const text = 'type: text\nheading: A heading\ntext: Some words.';

describe('a wrong file stops the build, which names the file, the field and what is expected', () => {
  let copy: ProjectCopy;
  beforeAll(async () => {
    copy = await copyProject('wrong');
  });

  test.each([
    [
      'a release without its date',
      'releases/97.31.0.md',
      release(''),
      /date.*Expected: the day of the release/s,
    ],
    [
      'a misspelt field of a section',
      'pages/on-the-side.md',
      page(text.replace('heading', 'headng')),
      /There is no field "headng" in a section of the type "text"\. The fields are: .*heading/s,
    ],
    [
      'an unknown kind of section',
      'pages/on-the-side.md',
      page('type: carousel\nheading: A heading'),
      /sections.*Expected: a section with a "type", one of .*text/s,
    ],
    [
      'an unknown placeholder in a field',
      'pages/on-the-side.md',
      page(text.replace('Some words', 'Words by {prodct}')),
      /sections\.1\.text.*There is no placeholder \{prodct\}.*There are: .*\{product\}/s,
    ],
    [
      'an unknown placeholder in the text below the fields',
      'pages/on-the-side.md',
      page('type: text\nheading: A heading', { body: 'Words by {prodct}.' }),
      /There is no placeholder \{prodct\}.*There are: .*\{product\}/s,
    ],
    [
      'a picture from elsewhere in a field',
      'pages/on-the-side.md',
      page(text.replace('Some words.', "'![A cat](https://pictures.example/cat.png)'")),
      /sections\.1\.text.*shows a picture from elsewhere\. Put it into public/s,
    ],
    [
      'an aligned table in the text below the fields',
      'pages/on-the-side.md',
      page('type: text\nheading: A heading', { body: '| a | b |\n| - | -: |\n| 1 | 2 |' }),
      /on-the-side\.md: The text below the fields aligns a column of a table\. Leave the colons out/s,
    ],
    [
      'a text below the fields that no section shows',
      'pages/on-the-side.md',
      page(text, { body: 'Words.' }),
      /on-the-side\.md: No section shows the text below the fields\. Add one/,
    ],
    [
      'a tab before a field',
      'pages/on-the-side.md',
      page(text.replace('\nheading', '\n\theading')),
      /on-the-side\.md: Line 10: There is a tab before a field\. Indent with spaces\./,
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
      'a page at an address of the program’s own',
      'pages/payouts.md',
      page(text),
      /payouts\.md: The address \/payouts is taken\. Name the file otherwise/,
    ],
    [
      'a release that is not named after its version',
      'releases/97.32.0.md',
      release('date: 2031-01-01'),
      /97\.32\.0\.md: The version is 97\.31\.0, and .* Name it 97\.31\.0\.md, or mend the version/,
    ],
    [
      'a question without its topics',
      'questions/on-the-side.md',
      '---\nquestion: Why is this here?\norder: 1\n---\nBecause.\n',
      /topics.*Expected: where it is listed/s,
    ],
    [
      'a field of the wrong kind',
      'pages/on-the-side.md',
      page(text, { head: 'draft: perhaps' }),
      /draft.*Expected: true keeps the page out of the site: true or false/s,
    ],
  ])('%s', async (_what, file, wrong, message) => {
    await copy.edit(`src/content/${file}`, () => wrong);
    const said = await copy.build(exampleSettings()).then(
      () => 'The build went through.',
      (error: unknown) => String(error),
    );
    await copy.remove(`src/content/${file}`);
    expect(said).toContain(`src/content/${file}`);
    expect(said).toMatch(message);
  });
});

test('a link that leads nowhere stops the build, which names the page and the address', async () => {
  const copy = await copyProject('dead-link');
  await copy.edit('src/content/pages/on-the-side.md', () =>
    page(text.replace('words', 'words, [a page](/nowehre), [an anchor](/why#nobody), ![a cat](/no-cat.png)')),
  );
  const said = await copy.build(exampleSettings()).then(
    () => 'The build went through.',
    (error: unknown) => String(error),
  );
  expect(said).toContain('Change these links, or make what they lead to:');
  for (const wrong of [
    '/nowehre leads nowhere',
    '/why#nobody: there is no #nobody',
    '/no-cat.png leads nowhere',
  ])
    expect(said).toContain(`/on-the-side: ${wrong}`);
  expect(said.match(/^\/[\w-]*: /gm)).toHaveLength(3);
});

test('what is a draft is nowhere in the built site', async () => {
  const copy = await copyProject('draft');
  await copy.edit('src/content/pages/on-the-side.md', () => page(text, { head: 'draft: true' }));
  await copy.edit('src/content/pages/right-there.md', () =>
    page(text).replaceAll('on the side', 'right there'),
  );
  await copy.edit('src/content/releases/97.31.0.md', () => release('date: 2031-01-01\ndraft: true'));
  await copy.build(exampleSettings());

  const entries = await readdir(copy.files, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const all = (await Promise.all(files.map(async (file) => `${file}\n${await readFile(file, 'utf8')}`))).join(
    '\n',
  );
  expect(all).not.toMatch(/on-the-side|on the side/i);
  expect(all).not.toContain('97.31');
  expect(all, 'the page that is none').toMatch(/right there/);
});
