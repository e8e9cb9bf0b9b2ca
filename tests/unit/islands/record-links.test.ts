import { expect, test } from 'vitest';
import { affiliatePath } from '../../../src/islands/ui/record-links.ts';

test('a record is where the list shows it: one that is closed among the closed', () => {
  expect(affiliatePath({ code: 'ada0001', email: 'ada@mail.example' })).toBe('/affiliate-admin?q=ada0001');
  expect(affiliatePath({ code: 'ada0001', email: null })).toBe('/affiliate-admin?q=ada0001&state=closed');
});
