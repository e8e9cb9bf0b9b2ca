import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findDeadLinks } from '../../../src/build/dead-links.ts';
import { reservedPaths } from '../../../src/build/links.ts';
import { site } from '../../../src/shared/site.ts';
import { readConfiguration } from '../../../stack/netlify/configuration.ts';
import { inProject } from '../../../stack/paths.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

function buildWith(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

test('findDeadLinks names each dead link once, with its page', async () => {
  const links = [
    '/wyh',
    '/wyh',
    '/why#me',
    '#me',
    `${site.url}/nobody`,
    'http://x.example/',
    'https://x/',
    '/50%',
  ];
  const folder = buildWith({
    'index.html': links.map((address) => `<a href="${address}">x</a>`).join(''),
    'docs/why.html': '<img src="/cat.png">',
    'why.html': '',
  });
  expect((await findDeadLinks(folder)).sort()).toEqual(
    [
      '/: /wyh leads nowhere',
      '/: /why#me: there is no #me',
      '/: #me: there is no #me',
      `/: ${site.url}/nobody leads nowhere`,
      '/: http://x.example/ is neither https nor mailto',
      '/: https://x/ names no host',
      '/: /50% leads nowhere',
      '/docs/why: /cat.png leads nowhere',
    ].sort(),
  );
});

test('the build reserves every path that Netlify answers with a function or a redirect', () => {
  const functions = readdirSync(inProject('netlify/functions')).map((name) =>
    readFileSync(inProject('netlify/functions', name), 'utf8'),
  );
  const paths = functions.flatMap((text) => /\bpath: (.*),\n/.exec(text)?.[1]?.match(/\/[^']*/g) ?? []);
  expect(paths.length).toBeGreaterThan(8);
  const { redirects } = readConfiguration(inProject('netlify.toml'));
  const first = [...paths, ...redirects.map(({ from }) => from)].map(
    (address) => `/${address.split('/')[1] ?? ''}`,
  );
  expect([...new Set(first)].sort()).toEqual([...reservedPaths, '/profile'].sort());
});
