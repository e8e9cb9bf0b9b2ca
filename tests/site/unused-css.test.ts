import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { withShortScopes } from '../../src/build/short-scopes.ts';

const stylesOf = (html: string): string =>
  [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css]) => css).join('\n');
const namesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);

const pages = inject('pages');
const files = inject('files');
/** A page with all of its CSS, under the short names that the built page has. */
const wholePage = async (file: string): Promise<string> =>
  withShortScopes(await readFile(path.join(inject('wholePages'), file), 'utf8'));

describe.each(pages)('$path', ({ file }) => {
  test('misses no animation and no face that it names', async () => {
    const lean = stylesOf(await readFile(path.join(files, file), 'utf8'));
    const whole = stylesOf(await wholePage(file));
    expect(lean.length).toBeLessThan(whole.length);
    for (const pattern of [/@keyframes\s+([\w-]+)/g, /@font-face\s*\{\s*font-family:\s*["']?([^"';}]+)/g]) {
      const declared = namesIn(lean, pattern);
      const rest = lean.replaceAll(/@font-face\s*\{[^}]*\}/g, '').replaceAll(/@keyframes\s+[\w-]+/g, '');
      const missing = namesIn(whole, pattern).filter(
        (name) => rest.includes(name) && !declared.includes(name),
      );
      expect(missing).toEqual([]);
    }
  });
});

test('a page without forms and tables has no rule for them', async () => {
  const lean = stylesOf(await readFile(path.join(files, 'about.html'), 'utf8'));
  expect(lean).toContain('.site-footer');
  expect(lean).not.toMatch(/\.(?:password|field|debug|sort|qr)\b|[},]t[dh]\b/);
});
