import { expect, test } from 'vitest';
import { withShortScopes } from '../../../src/build/short-scopes.ts';

test('every scope has one short name, in the elements and in the CSS', () => {
  const page =
    '<style>.a[data-astro-cid-abcd1234]{}.b[data-astro-cid-xyz]{}</style><p data-astro-cid-xyz class="b" data-astro-cid-abcd1234>';
  expect(withShortScopes(page)).toBe(
    '<style>.a[data-_abc]{}.b[data-_xyz]{}</style><p data-_xyz class="b" data-_abc>',
  );
});

test('two scopes that begin alike are told apart', () => {
  expect(withShortScopes('<p data-astro-cid-abc1><p data-astro-cid-abc2><p data-astro-cid-abc1>')).toBe(
    '<p data-_abc><p data-astro-cid-abc2><p data-_abc>',
  );
});
