import { expect, test } from 'vitest';
import { withShortScopes } from '../../../src/build/short-scopes.ts';

test('every scope has one short name, in the elements and in the CSS', () => {
  const page =
    '<style>.a[data-astro-cid-abcd1234]{}.b[data-astro-cid-xyz]{}</style><p data-astro-cid-xyz class="b" data-astro-cid-abcd1234>';
  expect(withShortScopes(page)).toBe('<style>.a[data-0]{}.b[data-1]{}</style><p data-1 class="b" data-0>');
});
