import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { examineEvents, neededEvents } from '../../../../netlify/commands/doctor/events.ts';
import { examinePlan, planShape } from '../../../../netlify/commands/doctor/paypal-plan.ts';
import { webhookEvents } from '../../../../netlify/commands/doctor/webhook-events.ts';
import type { Context } from '../../../../src/server/context.ts';
import { eventSubjects } from '../../../../src/server/webhooks/event-subjects.ts';
import { webhookEvent } from '../../../../src/server/webhooks/webhook-event.ts';
import { inProject } from '../../../../stack/paths.ts';

const cycle = {
  tenure_type: 'REGULAR',
  total_cycles: 0,
  frequency: { interval_unit: 'YEAR', interval_count: 1 },
  pricing_scheme: { fixed_price: { currency_code: 'USD', value: '49.99' } },
};

describe("PayPal's plan", () => {
  test.each<[string, object, string]>([
    [
      'of a month',
      { billing_cycles: [{ ...cycle, frequency: { interval_unit: 'MONTH' } }] },
      'bills every 1 MONTH',
    ],
    [
      'of two years',
      { billing_cycles: [{ ...cycle, frequency: { interval_unit: 'YEAR', interval_count: 2 } }] },
      'every 2 YEAR',
    ],
    ['with a trial', { billing_cycles: [{ ...cycle, tenure_type: 'TRIAL' }, cycle] }, 'has a trial'],
    ['that ends', { billing_cycles: [{ ...cycle, total_cycles: 3 }] }, 'ends after 3 payments'],
    ['without cycles', { billing_cycles: [] }, 'has a trial'],
    [
      'in euros',
      {
        billing_cycles: [
          { ...cycle, pricing_scheme: { fixed_price: { currency_code: 'EUR', value: '49.99' } } },
        ],
      },
      'costs 49.99 EUR',
    ],
    [
      'with a setup fee',
      { payment_preferences: { setup_fee: { currency_code: 'USD', value: '5.00' } } },
      'has a setup fee',
    ],
    ['with a tax beside the price', { taxes: { percentage: '10', inclusive: false } }, 'adds a tax'],
    ['without a price', { billing_cycles: [{ ...cycle, pricing_scheme: {} }] }, 'no fixed price'],
  ])('%s is wrong', (_what, changes, text) => {
    const sound = { status: 'ACTIVE', billing_cycles: [cycle] };
    expect(examinePlan(planShape.parse(sound)).state).toBe('good');
    const free = { payment_preferences: { setup_fee: { currency_code: 'USD', value: '0' } } };
    const within = { taxes: { percentage: '10', inclusive: true } };
    expect(examinePlan(planShape.parse({ ...sound, ...free, ...within })).state).toBe('good');
    const found = examinePlan(planShape.parse({ ...sound, ...changes }));
    expect([found.state, found.text]).toEqual(['wrong', expect.stringContaining(text)]);
  });
});

describe('the webhook’s events', () => {
  const named = webhookEvents.flat();

  /** A provider that knows whatever it is asked for. */
  const context = {
    payments: {
      fetchPaymentOrigin: () => Promise.resolve({ type: 'one-time', providerId: 'O-1' }),
      fetchRefund: () => Promise.resolve({ paymentId: 'C-1', state: 'completed', amount: { cents: 1 } }),
      fetchEvent: () => Promise.resolve({ type: 'PAYMENT.CAPTURE.REFUNDED' }),
      fetchDispute: () => Promise.resolve({ paymentIds: ['C-1'] }),
    },
  } as unknown as Context;

  const changesSomething = async (type: string): Promise<boolean> => {
    const resource = { id: 'R-1', dispute_id: 'D-1', order_id: 'O-1', billing_agreement_id: 'I-1' };
    const event = webhookEvent.parse({
      id: 'E-1',
      event_type: type,
      create_time: '2026-01-01T00:00:00Z',
      resource,
    });
    try {
      return (await eventSubjects(context, event)).length > 0;
    } catch {
      return true;
    }
  };

  test('are those that change something, and no other', async () => {
    const kinds = [
      'PAYMENT.CAPTURE',
      'PAYMENT.SALE',
      'BILLING.SUBSCRIPTION',
      'CUSTOMER.DISPUTE',
      'CHECKOUT.ORDER',
      'CHECKOUT.PAYMENT-APPROVAL',
    ];
    // Those that the code names, and what a provider may tell beside.
    const source = readFileSync(inProject('src/server/webhooks/event-subjects.ts'), 'utf8');
    const happenings = new Set([
      ...(source.match(/\b[A-Z][A-Z.]+[A-Z]\b/g) ?? []),
      'RE-ACTIVATED',
      'APPROVED',
    ]);
    const all = kinds.flatMap((kind) => [...happenings].map((what) => `${kind}.${what}`));
    const handled: string[] = [];
    for (const type of all) if (await changesSomething(type)) handled.push(type);
    expect(handled.sort()).toEqual([...named].sort());
  });

  test('are all in the guide to deploying', () => {
    const guide = readFileSync(inProject('docs/deploy.md'), 'utf8');
    for (const name of named) expect(guide, name).toContain(`\`${name}\``);
  });
});

test('PayPal’s events that are missing here are counted, with the command that fetches them', () => {
  const needed = neededEvents([
    { id: 'WH-1', event_type: 'PAYMENT.CAPTURE.COMPLETED' },
    { id: 'WH-2', event_type: 'PAYMENT.SALE.COMPLETED' },
    { id: 'WH-3', event_type: 'CHECKOUT.ORDER.APPROVED' },
    'no event',
  ]);
  expect(needed).toEqual(['WH-1', 'WH-2']);
  const from = new Date('2026-06-10T08:00:00Z');
  expect(examineEvents(needed, ['WH-1', 'WH-2'], from).state).toBe('good');
  expect(examineEvents(needed, ['WH-1'], from)).toMatchObject({
    state: 'wrong',
    text: expect.stringContaining(
      '1 of the last 3 days are missing here. Are webhooks refused? Fetch them: npm run events:fetch -- 2026-06-10 2026-06-13',
    ) as unknown,
  });
});
