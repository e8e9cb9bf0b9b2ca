import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import postcss from 'postcss';
import { expect, test } from 'vitest';
import { inProject } from '../../stack/paths.ts';

/** Shared classes whose elements a component may position and size with styles of its own. */
const positionedClasses = ['button', 'lede', 'notice', 'page', 'prose', 'screen', 'section', 'soft', 'tab'];

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

/** Returns the classes at the beginning of a selector, which a sheet styles anywhere in a page. */
const leadingClasses = (css: string): string[] =>
  selectorsOf(css).flatMap((selector) => classesIn(selector.split(/[\s>+~]|:has\(/, 1)[0] ?? ''));

const sharedClasses = new Set(read('src/styles/**/*.css').flatMap(([, css]) => leadingClasses(css)));

test('a class that a component defines is not defined in the shared sheets too', () => {
  expect([...sharedClasses]).toEqual(expect.arrayContaining(positionedClasses));
  const duplicates = read('src/**/*.astro').flatMap(([file, text]) => {
    const css = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? '';
    const own = selectorsOf(css).map((selector) => selector.replaceAll(/:global\([^)]*\)/g, ''));
    return [...new Set(own.flatMap(classesIn))]
      .filter((name) => sharedClasses.has(name) && !positionedClasses.includes(name))
      .map((name) => `${file}: .${name}`);
  });
  expect(duplicates).toEqual([]);
});
