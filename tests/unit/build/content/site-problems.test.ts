import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { contentProblems } from '../../../../src/build/content/content-check.ts';
import { parseFile } from '../../../../src/copy/parse-file.ts';
import { type LinkingFile, siteProblems } from '../../../../src/build/content/site-problems.ts';
import { formatProblem } from '../../../../src/copy/validate-file.ts';
import type { CollectionName } from '../../../../src/copy/schemas/collections.ts';
import { page, text } from '../../../content-files.ts';
import { root } from '../../../../stack/paths.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';

const withText = (words: string, head = '') => page(text.replace('Some words.', `'${words}'`), { head });

/** Returns the problems of a project with these content files and the routes /login and /signup. */
function problemsOf(
  contents: Readonly<Record<string, string>>,
  linkingFiles: readonly LinkingFile[] = [],
): string[] {
  const files = Object.entries(contents).map(([place, words]) => {
    const [folder, name] = place.split('/') as [CollectionName, string];
    const file = parseFile(folder, name, words);
    if ('problems' in file) throw new Error(file.problems.map(formatProblem).join());
    return file;
  });
  const routes = ['/login', '/signup'];
  return siteProblems({
    files,
    routes,
    invalidPages: ['unread'],
    publicFiles: ['/images/choir.webp'],
    linkingFiles,
  }).map((problem) => formatProblem(problem).replace('src/content/', ''));
}

test('the content of this project has no problems', async () => {
  expect((await contentProblems(root)).map(formatProblem)).toEqual([]);
});

test('siteProblems accepts links to pages, anchors, files, routes and other hosts', () => {
  const words =
    '[a](/why#a-heading) [b](#a-heading) [c](/login#form) [d](https://example.com/x) [e](mailto:{email}) [f](/profile/x) [g](/unread#x)';
  expect(
    problemsOf({
      'pages/index.md': withText(`${words} ![A choir](/images/choir.webp)`),
      'pages/why.md': page(text),
    }),
  ).toEqual([]);
});

test('siteProblems finds a dead link, a missing anchor and a missing picture, with file and line', () => {
  const body = 'See [this](/nowehre).\n\n![A cat](/images/cat.png)';
  expect(
    problemsOf({
      'pages/why.md': withText('[x](#nobody)'),
      'pages/choirs.md': page('type: text', { body }),
    }),
  ).toEqual([
    'pages/why.md, line 11: #nobody: there is no #nobody. Correct this link, or add what it leads to.',
    'pages/choirs.md, line 11: /nowehre leads nowhere. Correct this link, or add what it leads to.',
    'pages/choirs.md, line 13: /images/cat.png leads nowhere. Correct this link, or add what it leads to.',
  ]);
});

test('siteProblems finds every link, parent and navigation entry that leads to a deleted page', () => {
  const navigation = {
    file: 'navigation.ts',
    contents: "\n{ href: '/vision' }",
    links: ['/vision', '/login'],
  };
  const button = 'type: closing\nheading: An end\nbuttons:\n  - label: Look\n    href: /vision';
  expect(
    problemsOf(
      {
        'pages/why.md': page(text, { head: 'parent: /vision' }),
        'pages/choirs.md': page(button),
        'questions/one.md':
          '---\nquestion: Why?\ntopics: [contact]\norder: 1\n---\nSee [our vision](/vision).\n',
      },
      [navigation],
    ).map((line) => line.replace(/ leads nowhere.*/, '')),
  ).toEqual([
    'pages/why.md, line 4: /vision',
    'pages/choirs.md, line 13: /vision',
    'questions/one.md, line 6: /vision',
    'navigation.ts, line 2: /vision',
  ]);
});

test('siteProblems rejects a link from a page to a draft, and accepts one from a draft', () => {
  const drafts = {
    'pages/choirs.md': withText('[x](/singers)', 'draft: true'),
    'pages/singers.md': page(text, { head: 'draft: true' }),
  };
  expect(problemsOf(drafts)).toEqual([]);
  expect(problemsOf({ ...drafts, 'pages/why.md': withText('[x](/choirs)') })).toEqual([
    'pages/why.md, line 11: /choirs leads to a draft, which visitors don’t see. Publish that page, or change this link.',
  ]);
});

test.each(['login.md', 'api.md', 'dist.md', 'user-profiles.md'])(
  'siteProblems rejects a page named %s, whose address is taken',
  (file) => {
    expect(problemsOf({ [`pages/${file}`]: page(text) })).toEqual([
      `pages/${file}: The address /${file.replace('.md', '')} is taken. Rename the file.`,
    ]);
  },
);

test('contentProblems finds a picture over the budget and a dead link in code', async () => {
  const folder = temporaryFolder();
  for (const name of ['pages', 'releases', 'features', 'questions', 'pitches', 'letters'])
    await mkdir(path.join(folder, 'src/content', name), { recursive: true });
  for (const name of ['src/pages', 'src/components', 'src/islands', 'src/layouts', 'src/shared', 'public'])
    await mkdir(path.join(folder, name), { recursive: true });
  await writeFile(path.join(folder, 'public/choir.webp'), new Uint8Array(400 * 1_024));
  const link = '<p>\n  <a className="button" href="/vison">Vision</a> <a href={`/${path}`}>x</a>\n</p>';
  await writeFile(path.join(folder, 'src/islands/Screen.tsx'), link);
  expect((await contentProblems(folder)).map(formatProblem)).toEqual([
    'src/islands/Screen.tsx, line 2: /vison leads nowhere. Correct this link, or add what it leads to.',
    'public/choir.webp: The picture has 400 KB. Make it smaller, 300 KB at most, such as 1,600 pixels wide and WebP.',
  ]);
});
