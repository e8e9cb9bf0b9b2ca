import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import postcss from 'postcss';
import { expect, test } from 'vitest';
import { inProject } from '../../stack/paths.ts';

/** Shared pieces that a component has in it, and places or sizes for itself. */
const placed = ['button', 'lede', 'notice', 'page', 'prose', 'screen', 'section', 'soft', 'tab'];

const read = (pattern: string): [file: string, text: string][] =>
  globSync(pattern, { cwd: inProject() }).map((file) => [
    path.basename(file),
    readFileSync(inProject(file), 'utf8'),
  ]);
const classesIn = (selector: string): string[] =>
  [...selector.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name);
const selectorsOf = (css: string): string[] => {
  const selectors: string[] = [];
  postcss.parse(css).walkRules((rule) => {
    selectors.push(...rule.selectors);
  });
  return selectors;
};

/** The classes that a sheet styles wherever they stand: those that a selector begins with. */
const begunWith = (css: string): string[] =>
  selectorsOf(css).flatMap((selector) => classesIn(selector.split(/[\s>+~]|:has\(/, 1)[0] ?? ''));

const shared = new Set(read('src/styles/**/*.css').flatMap(([, css]) => begunWith(css)));

test('a class that a component styles for itself means nothing in the shared sheets', () => {
  expect([...shared]).toEqual(expect.arrayContaining(placed));
  const both = read('src/**/*.astro').flatMap(([file, text]) => {
    const css = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? '';
    const own = selectorsOf(css).map((selector) => selector.replaceAll(/:global\([^)]*\)/g, ''));
    return [...new Set(own.flatMap(classesIn))]
      .filter((name) => shared.has(name) && !placed.includes(name))
      .map((name) => `${file}: .${name}`);
  });
  expect(both).toEqual([]);
});

/** Pieces of many screens, to which some sheets add what only theirs need. */
const extended = ['field', 'panel', 'record-form', 'table-cards'];

test('a button that does nothing looks so, of whatever kind it is', () => {
  const sheets: string[] = [];
  postcss
    .parse(readFileSync(inProject('src/styles/components.css'), 'utf8'))
    .walkAtRules('import', ({ params }) => void sheets.push(params.slice(1, -1)));
  const selectors = sheets.flatMap((sheet) =>
    selectorsOf(readFileSync(inProject('src/styles', sheet), 'utf8')),
  );
  const kinds = selectors.filter((selector) => /^\.button-\w+(?::hover)?$/.test(selector));
  expect(kinds).toEqual(expect.arrayContaining(['.button-primary:hover', '.button-danger:hover']));
  const idle = selectors.findIndex((selector) => selector.startsWith('.button:where('));
  expect(idle).toBeGreaterThan(selectors.lastIndexOf(kinds.at(-1) ?? ''));
});

test('no two sheets of components mean different things by one class', () => {
  const sheets = read('src/styles/components/*.css').map(([file, css]) => ({
    file,
    begun: new Set(begunWith(css)),
  }));
  const both = sheets.flatMap(({ file, begun }, place) =>
    sheets
      .slice(place + 1)
      .flatMap((other) =>
        [...begun]
          .filter((name) => other.begun.has(name) && !extended.includes(name))
          .map((name) => `${file}, ${other.file}: .${name}`),
      ),
  );
  expect(sheets.length).toBeGreaterThan(10);
  expect(both).toEqual([]);
});
