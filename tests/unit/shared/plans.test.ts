import { expect, test } from 'vitest';
import { plans } from '../../../src/shared/plans.ts';

test('the plans have different types, because a report names only the type', () => {
  expect(new Set(plans.map(({ type }) => type)).size, 'one plan of each type').toBe(plans.length);
});
