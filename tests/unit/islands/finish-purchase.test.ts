import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { finishPurchase } from '../../../src/islands/checkout/finish-purchase.ts';
import { readLastPayment } from '../../../src/islands/checkout/PayAgain.tsx';
import { lastPaymentKey } from '../../../src/shared/checkout-result.ts';
import { findPlan, type Plan } from '../../../src/shared/plans.ts';
import { customerInput } from '../../../src/shared/schemas/customer.ts';
import { trackInput } from '../../../src/shared/schemas/purchase.ts';

const plan = findPlan('basic') as Plan;
const assign = vi.fn();
const stored = new Map<string, string>();
let posted: (readonly [path: string, body: unknown])[] = [];

beforeEach(() => {
  posted = [];
  stored.clear();
  vi.stubGlobal('location', { assign });
  vi.stubGlobal('fetch', (path: string, { body }: { readonly body: string }) => {
    posted.push([path, JSON.parse(body)]);
    return Promise.resolve(new Response());
  });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  ['Ada\tLovelace', 'Ada Lovelace'],
  ['Ada\uD800', 'Ada'],
  ['Ada 👩‍💻', 'Ada 👩‍💻'],
  [' \t ', null],
])('invisible characters in the name %j do not lose the email', (typed, name) => {
  finishPurchase(plan, 'ORDER', { name: typed, email: ' ada@mail.example', code: null }, 'paid');
  const [report, customer] = posted;
  expect(customer).toEqual(['/api/customers', { name, email: 'ada@mail.example' }]);
  expect(customerInput.safeParse(customer?.[1]).success).toBe(true);
  // The receipt goes to the email, so the purchase is reported even without an affiliate code.
  expect(report).toEqual([
    '/api/purchase/track',
    { orderId: 'ORDER', amount: '59.99', affiliateCode: null, type: 'one-time', email: 'ada@mail.example' },
  ]);
  expect(trackInput.safeParse(report?.[1]).success).toBe(true);
  expect(assign).toHaveBeenLastCalledWith('/download');
});

test('an invalid email does not lose the name, and an affiliate code is reported', () => {
  finishPurchase(plan, 'ORDER', { name: 'Ada', email: 'ada@', code: 'ada0001' }, 'paid');
  expect(posted).toEqual([
    [
      '/api/purchase/track',
      { orderId: 'ORDER', amount: '59.99', affiliateCode: 'ada0001', type: 'one-time', email: null },
    ],
    ['/api/customers', { name: 'Ada', email: null }],
  ]);
});

test('a payment without name, email and code sends nothing and is stored in the tab', () => {
  expect(readLastPayment()).toBeNull();
  finishPurchase(plan, 'ORDER-1', { name: '', email: '', code: null }, 'pending');
  expect(readLastPayment()).toEqual({ paid: 'pending', orderId: 'ORDER-1' });
  expect(JSON.parse(stored.get(lastPaymentKey) ?? '')).toMatchObject({ plan: 'basic', amount: '$59.99' });
  expect(posted).toEqual([]);
});

test.each(['', '{', 'null', '[]', '{"paid":"paid"}', '{"orderId":"X"}'])(
  'the stored value %j is no last payment',
  (value) => {
    stored.set(lastPaymentKey, value);
    expect(readLastPayment()).toBeNull();
  },
);

test('a payment after an owner’s link is counted for the link', () => {
  const sendBeacon = vi.fn();
  vi.stubGlobal('navigator', { sendBeacon });
  vi.stubGlobal('addEventListener', vi.fn());
  const buyer = { name: '', email: '', code: null };
  finishPurchase(plan, 'ORDER', buyer, 'paid');
  expect(sendBeacon).not.toHaveBeenCalled();
  stored.set('from', 'spring');
  finishPurchase(plan, 'ORDER', buyer, 'paid');
  expect(sendBeacon.mock.calls).toEqual([['/api/counts/paid?of=basic&from=spring']]);
});
