import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { finishPurchase } from '../../../src/islands/checkout/finish-purchase.ts';
import { readLastPayment } from '../../../src/islands/checkout/PayAgain.tsx';
import { lastPaymentKey } from '../../../src/shared/paid-mark.ts';
import { findPlan, type Plan } from '../../../src/shared/plans.ts';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('location', { assign: () => undefined });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('a finished payment leaves its order number in the tab, and sends nothing about it', () => {
  const sent = vi.fn();
  vi.stubGlobal('fetch', sent);
  expect(readLastPayment()).toBeNull();
  finishPurchase(findPlan('basic') as Plan, 'ORDER-1', { name: '', email: '', code: '' }, 'pending');
  expect(readLastPayment()).toEqual({ paid: 'pending', orderId: 'ORDER-1' });
  expect(sent).not.toHaveBeenCalled();
});

test.each(['', '{', 'null', '[]', '{"paid":"paid"}', '{"orderId":"X"}'])(
  'a note that reads %j is no payment',
  (note) => {
    kept.set(lastPaymentKey, note);
    expect(readLastPayment()).toBeNull();
  },
);

test('a browser without storage knows of no payment', () => {
  vi.stubGlobal('sessionStorage', undefined);
  expect(readLastPayment()).toBeNull();
});
