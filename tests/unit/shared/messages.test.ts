import { expect, test } from 'vitest';
import { affiliateAdminMessages } from '../../../src/shared/messages/admin.ts';
import { figureMessages } from '../../../src/shared/messages/figures.ts';
import { overviewMessages } from '../../../src/shared/messages/overview.ts';
import { paidYearMessages } from '../../../src/shared/messages/paid-years.ts';

test('each step of the funnel is in the singular after a 1', () => {
  const { funnelSteps } = figureMessages;
  expect(Object.values(funnelSteps).map((text) => text(1))).toEqual([
    'view of /buy',
    'time a plan was chosen',
    'time a payment was begun in PayPal’s window',
    'purchase was paid',
  ]);
  expect(funnelSteps.buy_views(0)).toBe('views of /buy');
  expect(funnelSteps.paid(2)).toBe('purchases were paid');
});

test('a funnel of one day names the day once', () => {
  expect(figureMessages.funnelDays('2025-11-28', '2025-11-28')).toBe('November 28, 2025.');
  expect(figureMessages.funnelDays('2025-11-01', '2025-11-28')).toBe(
    'November 1, 2025 to November 28, 2025.',
  );
});

test('one application, one late email and one payout of a year are in the singular', () => {
  expect(affiliateAdminMessages.waiting(1, 0, false)).toBe('1 application is waiting.');
  expect(affiliateAdminMessages.waiting(2, 1, true)).toBe('At least 2 applications are waiting, 1 overdue.');
  expect(overviewMessages.lateMails(1)).toContain('1 email has waited longer than 15 minutes. We’ll send it');
  expect(overviewMessages.lateMails(2)).toContain('2 emails have waited');
  expect(overviewMessages.promised(1)).toBe('reviews are promised within 1 business day');
  expect(paidYearMessages.sum('$5.00', 1)).toBe('$5.00 in 1 payout');
});
