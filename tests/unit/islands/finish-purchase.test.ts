import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { finishPurchase } from '../../../src/islands/checkout/finish-purchase.ts';
import { findPlan, type Plan } from '../../../src/shared/plans.ts';
import { customerInput } from '../../../src/shared/schemas/customer.ts';

const plan = findPlan('basic') as Plan;
const assign = vi.fn();
let posted: (readonly [path: string, body: unknown])[] = [];
beforeEach(() => {
  posted = [];
  vi.stubGlobal('location', { assign });
  vi.stubGlobal('fetch', (path: string, { body }: { readonly body: string }) => {
    posted.push([path, JSON.parse(body)]);
    return Promise.resolve(new Response());
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it.each([
  ['Ada\tLovelace', 'Ada Lovelace'],
  ['\u202AAda Lovelace\u202C', 'Ada Lovelace'],
  ['Ada\uD800', 'Ada'],
  ['Ada 👩‍💻', 'Ada 👩‍💻'],
  ['\u200Fעדה', '\u200Fעדה'],
  [' \t ', null],
])('the name %j costs nobody their address', (typed, name) => {
  finishPurchase(plan, 'ORDER', { name: typed, email: ' ada@mail.example', code: '' }, 'paid');
  expect(posted).toEqual([['/api/customers', { name, email: 'ada@mail.example' }]]);
  expect(customerInput.safeParse(posted[0]?.[1]).success).toBe(true);
  expect(assign).toHaveBeenLastCalledWith('/download');
});

it('an address that cannot be one costs nobody their name, and a code is reported', () => {
  finishPurchase(plan, 'ORDER', { name: 'Ada', email: 'ada@', code: ' ada0001 ' }, 'paid');
  expect(posted).toEqual([
    [
      '/api/purchase/track',
      { orderId: 'ORDER', amount: '59.99', affiliateCode: 'ada0001', type: 'one-time' },
    ],
    ['/api/customers', { name: 'Ada', email: null }],
  ]);
});

it('of somebody who typed nothing nothing is said', () => {
  finishPurchase(plan, 'ORDER', { name: '', email: '', code: '' }, 'paid');
  expect(posted).toEqual([]);
});
