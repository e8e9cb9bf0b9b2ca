import { expect, test, vi } from 'vitest';
import { formatUsd, shareOf } from '../../../src/shared/money.ts';
import { placeholders } from '../../../src/shared/placeholders.ts';
import { planOfType } from '../../../src/shared/plans.ts';
import { program } from '../../../src/shared/program.ts';

/** Whatever was paid before was paid under other rates. */
vi.mock(import('../../../src/shared/program.ts'), async (original) => {
  const terms = await original();
  const before = { ...terms.program, version: 'before', renewalRateBasisPoints: 5_000 };
  return { ...terms, ratesAt: () => before };
});

test('once rates have changed, the examples are of those that stand beside them', () => {
  const renewal = shareOf(planOfType('subscription')?.priceCents ?? 0, program.renewalRateBasisPoints);
  expect(placeholders['program.annual-renewal']).toBe(formatUsd(renewal));
  expect(placeholders['program.entry-renewal']).toContain(`terms ${program.version}`);
});
