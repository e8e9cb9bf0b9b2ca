import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { inspectPlan, planShape } from '../../../../netlify/commands/doctor/paypal.ts';
import { compareEvents, neededEvents } from '../../../../netlify/commands/doctor/paypal-webhook.ts';
import { eventAction, paypalEventTypes, requiredEvents } from '../../../../src/shared/paypal-event-types.ts';
import { inProject } from '../../../../stack/paths.ts';

const cycle = {
  tenure_type: 'REGULAR',
  total_cycles: 0,
  frequency: { interval_unit: 'YEAR', interval_count: 1 },
  pricing_scheme: { fixed_price: { currency_code: 'USD', value: '49.99' } },
};

const plan = { status: 'ACTIVE', billing_cycles: [cycle] };

test.each<[string, object]>([
  ['with the price and interval of the site', {}],
  ['whose price includes the tax', { taxes: { percentage: '10', inclusive: true } }],
])('the doctor accepts a PayPal plan %s', (_case, changes) => {
  expect(inspectPlan(planShape.parse({ ...plan, ...changes })).state).toBe('good');
});

test.each<[string, object]>([
  ['is INACTIVE', { status: 'INACTIVE' }],
  ['bills every 1 MONTH', { billing_cycles: [{ ...cycle, frequency: { interval_unit: 'MONTH' } }] }],
  ['has a trial', { billing_cycles: [{ ...cycle, tenure_type: 'TRIAL' }, cycle] }],
  ['ends after 3 payments', { billing_cycles: [{ ...cycle, total_cycles: 3 }] }],
  [
    'costs 49.99 EUR',
    {
      billing_cycles: [
        { ...cycle, pricing_scheme: { fixed_price: { currency_code: 'EUR', value: '49.99' } } },
      ],
    },
  ],
  ['has a setup fee', { payment_preferences: { setup_fee: { currency_code: 'USD', value: '5.00' } } }],
  ['adds a tax', { taxes: { percentage: '10', inclusive: false } }],
])('the doctor refuses a PayPal plan that %s', (difference, changes) => {
  const { state, text } = inspectPlan(planShape.parse({ ...plan, ...changes }));
  expect([state, text]).toEqual(['wrong', expect.stringContaining(difference)]);
});

describe('the webhook’s events', () => {
  const required = requiredEvents.flat();

  test('that the doctor requires are exactly the types that change something', () => {
    const types = Object.keys(paypalEventTypes);
    expect([...required].sort()).toEqual(types.filter((type) => eventAction(type) !== 'record-only').sort());
    expect(requiredEvents).toContainEqual(['PAYMENT.CAPTURE.DECLINED', 'PAYMENT.CAPTURE.DENIED']);
  });

  test('are all in docs/deploy.md', () => {
    const guide = readFileSync(inProject('docs/deploy.md'), 'utf8');
    for (const name of required) expect(guide, name).toContain(`\`${name}\``);
  });
});

test('the doctor counts the PayPal events that are not stored, and names the command that fetches them', () => {
  const needed = neededEvents([
    { id: 'WH-1', event_type: 'PAYMENT.CAPTURE.COMPLETED' },
    { id: 'WH-2', event_type: 'PAYMENT.SALE.COMPLETED' },
    { id: 'WH-3', event_type: 'CHECKOUT.ORDER.APPROVED' },
    'no event',
  ]);
  expect(needed).toEqual(['WH-1', 'WH-2']);
  const from = new Date('2026-06-10T08:00:00Z');
  expect(compareEvents(needed, new Set(['WH-1', 'WH-2']), from).state).toBe('good');
  const { state, text } = compareEvents(needed, new Set(['WH-1']), from);
  expect([state, text]).toEqual([
    'wrong',
    expect.stringMatching(/^events of the last 3 days that are missing: 1/),
  ]);
  expect(text).toContain('npm run events:fetch -- 2026-06-10 2026-06-13 --production');
});
