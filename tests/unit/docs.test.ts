import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { inProject, root } from '../../stack/paths.ts';

const pages = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: root })];
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')));

describe.each(pages)('%s', (page) => {
  test('links to files and headings that exist', () => {
    const targets = [...read(page).matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)].map(
      ([, link, image]) => link ?? image ?? '',
    );
    for (const target of targets.filter((link) => !/^https?:/.test(link))) {
      const [file = '', anchor] = target.split('#');
      const linked = file === '' ? page : path.join(path.dirname(page), file);
      expect(existsSync(inProject(linked)), target).toBe(true);
      if (anchor !== undefined) expect(headingAnchors(linked), target).toContain(anchor);
    }
  });

  test('names npm scripts and command files that exist', () => {
    for (const [, name = ''] of read(page).matchAll(/npm run ([\w:-]+)/g))
      expect(Object.keys(scripts), name).toContain(name);
    for (const [, file = ''] of read(page).matchAll(/(netlify\/commands\/[\w.-]+\.ts)/g))
      expect(existsSync(inProject(file)), file).toBe(true);
  });
});

test('README.md lists every npm script in its table, except for start and test', () => {
  const commands = [...read('README.md').matchAll(/^\| (`npm run .+?) +\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(?:npm run )?([\w:-]+)/g)].map(([, name]) => name),
  );
  expect(new Set([...commands, 'test', 'start'])).toEqual(new Set(Object.keys(scripts)));
});

test('docs/deploy.md describes every setting of .env.example', () => {
  for (const name of Object.keys(parseEnv(read('.env.example'))))
    expect(read('docs/deploy.md'), name).toContain(`\`${name}`);
});

test('.env.example has every setting that the server and the pages read', () => {
  const names = new Set(
    ['src/server/env.ts', 'astro.config.mjs'].flatMap((file) =>
      [...read(file).matchAll(/^ {4,6}([A-Z][A-Z_]{3,}): /gm)].map(([, name = '']) => name),
    ),
  );
  expect(names.size).toBeGreaterThan(15);
  // Netlify sets this variable.
  names.delete('AWS_LAMBDA_FUNCTION_NAME');
  expect(Object.keys(parseEnv(read('.env.example')))).toEqual(expect.arrayContaining([...names]));
});

test('every folder that ARCHITECTURE.md lists exists', () => {
  const [, listing = ''] = /```\n([\s\S]*?)```/.exec(read('ARCHITECTURE.md')) ?? [];
  const folders = listing
    .split('\n')
    .flatMap((line) => /^([\w./<>*, -]+?)\s{2,}/.exec(line)?.[1]?.split(', ') ?? [])
    .map((name) => name.replace(/<[\w]+>\/?$|\*\.ts$/, ''));
  expect(folders.length).toBeGreaterThan(15);
  const parents = ['', 'src/', 'src/server/', 'src/islands/', 'netlify/', 'tests/'];
  const exists = (folder: string) => parents.some((parent) => existsSync(inProject(parent + folder)));
  expect(folders.filter((folder) => !exists(folder))).toEqual([]);
});

test.each(['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/decisions'])(
  'every path that %s names exists',
  (place) => {
    const files = pages.filter((page) => page.startsWith(place));
    const paths = files.flatMap((file) =>
      [...read(file).matchAll(/`((?:src|tests|stack|netlify|drizzle|docs)\/[^`\s]*)`/g)].map(
        ([, name = '']) => name,
      ),
    );
    expect(paths.length).toBeGreaterThan(5);
    const isExample = (name: string) => /<|NAME|TAG|Screen\.tsx/.test(name);
    expect(paths.filter((name) => !isExample(name) && !existsSync(inProject(name)))).toEqual([]);
  },
);

function read(file: string): string {
  return readFileSync(inProject(file), 'utf8');
}

/** The anchors of a page's headings, as GitHub makes them. */
function headingAnchors(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
