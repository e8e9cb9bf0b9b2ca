import { readFileSync } from 'node:fs';
import postcss from 'postcss';
import { expect, test } from 'vitest';
import { olderBrowsers } from '../../../src/build/older-browsers.ts';

const said = (css: string): string =>
  postcss([olderBrowsers()]).process(css, { from: undefined }).css.replace(/\s+/g, ' ').trim();

test('colours of two schemes are followed by the light ones, for browsers that know one alone', () => {
  expect(
    said(
      ':root { color-scheme: light dark; --gap: 1rem; --ink: light-dark(oklch(0.2 0 0), oklch(0.9 0 0)); --shadow: 0 1px light-dark(oklch(0 0 0 / 0.1), oklch(0 0 0 / 0.3)), 0 2px light-dark(oklch(0 0 0 / 0.2), oklch(0 0 0 / 0.6)); } p { margin: 0; }',
    ),
  ).toMatch(
    /@supports not \(color: light-dark\(red, red\)\) ?\{ ?:root ?\{ color-scheme: light; --ink: oklch\(0\.2 0 0\); --shadow: 0 1px oklch\(0 0 0 \/ 0\.1\), 0 2px oklch\(0 0 0 \/ 0\.2\);? ?\} ?\} p \{ margin: 0; \}$/,
  );
});

test('each colour of the site has its light one', () => {
  const tokens = readFileSync(new URL('../../../src/styles/tokens.css', import.meta.url), 'utf8');
  const [both = '', otherwise = ''] = said(tokens).split('@supports');
  const named = (css: string) => [...css.matchAll(/(--[\w-]+):[^;]*oklch/g)].map(([, name]) => name);
  expect(named(both).length).toBeGreaterThan(20);
  expect(named(otherwise)).toEqual(named(both));
  expect(otherwise.replace('light-dark(red, red)', '')).not.toContain('light-dark');
});

test('a mark that is not spoken stands without its silence first', () => {
  expect(said("a::after { content: '+' / ''; }")).toBe("a::after { content: '+'; content: '+' / ''; }");
  expect(said("a::after { content: attr(data-x) / ''; }")).toContain('content: attr(data-x); content');
  expect(said("a::after { content: ''; }")).toBe("a::after { content: ''; }");
});

test.each([
  'light-dark(white, black)',
  'light-dark(var(--a), var(--b))',
  'light-dark(oklch(calc(1 - .2) 0 0), red)',
])('a colour that it cannot read stops the build: %s', (color) => {
  expect(() => said(`p { color: ${color}; }`)).toThrow('Write the two colours of a light-dark()');
});
