import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { inProject, root } from '../../stack/paths.ts';

const read = (file: string): string => readFileSync(inProject(file), 'utf8');
const pages = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: root })];
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')));

/** The anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (page: string): string[] =>
  [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

describe.each(pages)('%s', (page) => {
  test('has links that lead somewhere', () => {
    const targets = [...read(page).matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)].map(
      ([, link, image]) => link ?? image ?? '',
    );
    for (const target of targets.filter((found) => !/^https?:/.test(found))) {
      const [file = '', anchor] = target.split('#');
      const place = file === '' ? page : path.join(path.dirname(page), file);
      expect(existsSync(inProject(place)), target).toBe(true);
      if (anchor !== undefined) expect(anchorsOf(place), target).toContain(anchor);
    }
  });

  test('names commands that there are', () => {
    for (const [, name = ''] of read(page).matchAll(/npm run ([\w:-]+)/g))
      expect(Object.keys(scripts), name).toContain(name);
  });
});

test('README.md has every command in its table, but for the two above it', () => {
  const commands = [...read('README.md').matchAll(/^\| (`npm run .+?) +\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(?:npm run )?([\w:-]+)/g)].map(([, name]) => name),
  );
  expect(new Set([...commands, 'test', 'start'])).toEqual(new Set(Object.keys(scripts)));
});

test('docs/deploy.md tells of every setting', () => {
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
  // The platform's own.
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

test('every path that CONTRIBUTING.md names exists', () => {
  const paths = [...read('CONTRIBUTING.md').matchAll(/`((?:src|tests|stack|netlify|docs)\/[^`\s]*)`/g)].map(
    ([, place = '']) => place,
  );
  expect(paths.length).toBeGreaterThan(10);
  const isExample = (place: string) => /<|NAME|Screen\.tsx/.test(place);
  expect(paths.filter((place) => !isExample(place) && !existsSync(inProject(place)))).toEqual([]);
});
