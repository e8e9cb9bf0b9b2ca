import { expect, test } from 'vitest';
import { takenAddressComplaint } from '../../../src/build/taken-addresses.ts';

const routes = ['/', '/payouts', '/[...page]'];

test.each(['payouts.md', 'api.md', 'dist.md', 'user-profiles.md'])('refuses a page named %s', (file) => {
  const address = `/${file.replace('.md', '')}`;
  expect(takenAddressComplaint(['choirs.md', file], routes)).toBe(
    `src/content/pages/${file}: The address ${address} is taken. Name the file otherwise.`,
  );
});

test('takes a page at an address of its own', () => {
  expect(takenAddressComplaint(['choirs.md', 'payouts-explained.md'], routes)).toBeUndefined();
});
