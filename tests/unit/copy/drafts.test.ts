import { isShown, withDraftMark } from '../../../src/copy/drafts.ts';
import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { afterEach, expect, test, vi } from 'vitest';
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
  ['branch-deploy', false],
])('Netlify’s context %s shows drafts: %s', (name, shown) => {
  const environment = { ...build.environment, ...context[name]?.environment };
  vi.stubEnv('SHOW_DRAFTS', environment.SHOW_DRAFTS);
  expect(isShown({ data: { draft: true } })).toBe(shown);
  expect(isShown({ data: { draft: false } })).toBe(true);
});

test('a draft is marked for people, and nothing else is', () => {
  expect(withDraftMark('For choirs', true)).toBe('Draft: For choirs');
  expect(withDraftMark('For choirs', false)).toBe('For choirs');
});
