import { expect, test } from 'vitest';
import { plans } from '../../../src/shared/plans.ts';

test('are told apart by their types: the provider’s plan of a subscription, and the price of a report, go by those', () => {
  expect(new Set(plans.map(({ type }) => type)).size, 'one plan of each type').toBe(plans.length);
});
