import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { afterEach, expect, test, vi } from 'vitest';
import { fillEntry, isShown } from '../../../src/copy/content-entry.ts';
import { site } from '../../../src/shared/site.ts';
import { inProject } from '../../../stack/paths.ts';

interface Contexts {
  readonly build: { readonly environment: Readonly<Record<string, string>> };
  readonly context: Readonly<Record<string, { readonly environment?: Readonly<Record<string, string>> }>>;
}
const { build, context } = parse(readFileSync(inProject('netlify.toml'), 'utf8')) as unknown as Contexts;

afterEach(() => {
  vi.unstubAllEnvs();
});

test.each([
  ['deploy-preview', true],
  ['production', false],
])('Netlify shows drafts in the context %s: %s', (name, shown) => {
  const environment = { ...build.environment, ...context[name]?.environment };
  vi.stubEnv('SHOW_DRAFTS', environment.SHOW_DRAFTS);
  expect(isShown({ data: { draft: true } })).toBe(shown);
  expect(isShown({ data: { draft: false } })).toBe(true);
});

const entry = (body: string) => ({
  id: 'one',
  filePath: 'src/content/releases/one.md',
  data: { heading: 'By {product}' },
  body,
});

test('fillEntry fills the placeholders in the fields and the body of a file', () => {
  expect(fillEntry(entry('{product} {version}.'), { version: '1.0' })).toEqual({
    id: 'one',
    heading: `By ${site.product}`,
    body: `${site.product} 1.0.`,
  });
});

test('fillEntry throws for {version} in a release, and names the file and the available placeholders', () => {
  expect(() => fillEntry(entry('Version {version}'))).toThrow(
    /^src\/content\/releases\/one\.md: There is no placeholder \{version\} here\. There are: (?!.*\{version\})\{product\}/,
  );
});
