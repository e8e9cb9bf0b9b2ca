import { expect, test } from 'vitest';
import { compareRefunds } from '../../../src/server/reconciliation/compare-refunds.ts';
import type { OurRefund } from '../../../src/server/reconciliation/our-records.ts';
import type { ProviderRefund } from '../../../src/server/paypal/paypal.ts';
import { contextWith, purchaseFields, listed } from './reconciliation-factories.ts';

/** Our record of a reversal. */
const back = (changes: Partial<OurRefund> = {}): OurRefund => ({
  ...{ ...purchaseFields, id: 'BACK', paymentId: 'PAID', kind: 'reversal', amountCents: 20_00 },
  ...changes,
});
/** The same reversal in PayPal's report. */
const moved = (changes: Parameters<typeof listed>[0] = {}) =>
  listed({ id: 'BACK', kind: 'reversal', paymentId: 'PAID', cents: -20_00, ...changes });

const differences = async (ours: OurRefund[], theirs: ReturnType<typeof moved>[], context = contextWith()) =>
  (await compareRefunds(context, ours, theirs)).map(({ code, ours: here, theirs: there }) => [
    code,
    here,
    there,
  ]);

test('a completed refund that is not recorded is missing here, a pending refund is not', async () => {
  const missing = [['refund-missing-here', null, '20.00 USD']];
  expect(await differences([], [moved()])).toEqual(missing);
  expect(await differences([], [moved({ state: 'pending' })])).toEqual([]);
  expect(await differences([back({ id: 'OTHER', kind: 'refund' }), back()], [moved()])).toEqual([
    ['refund-missing-at-provider', '20.00 USD', null],
  ]);
});

test('a recorded refund must be completed at PayPal, with the same amount', async () => {
  expect(await differences([back()], [moved()])).toEqual([]);
  expect(await differences([back()], [moved({ cents: -19_99 })])).toEqual([
    ['refund-amount-differs', '20.00 USD', '19.99 USD'],
  ]);
  expect(await differences([back()], [moved({ state: 'pending' })])).toEqual([
    ['refund-state-differs', 'completed', 'not completed'],
  ]);
});

test('a reversal may be listed again as a chargeback of the same payment and amount', async () => {
  const chargeback = (changes = {}) => [moved(), moved({ id: 'CHARGEBACK', ...changes })];
  const missing = (amount = '20.00 USD') => [['refund-missing-here', null, amount]];
  expect(await differences([back()], chargeback())).toEqual([]);
  expect(
    await differences([back(), back({ id: 'R', kind: 'refund' })], [moved({ id: 'R' }), ...chargeback()]),
  ).toEqual([]);
  expect(await differences([back()], chargeback({ paymentId: 'OTHER' }))).toEqual(missing());
  expect(await differences([back()], chargeback({ cents: -19_99 }))).toEqual(missing('19.99 USD'));
  expect(await differences([back()], chargeback({ kind: 'refund' }))).toEqual(missing());
  expect(await differences([back({ kind: 'refund' })], chargeback())).toEqual(missing());
});

test('a refund that is not listed is fetched by the kind of its payment', async () => {
  const amount = { cents: 20_00, currency: 'USD' };
  const knowing = (of: string, state: ProviderRefund['state']) =>
    contextWith({
      fetchRefund: (_id, kind) => Promise.resolve(kind === of ? ({ state, amount } as ProviderRefund) : null),
    });
  const sale = back({ type: 'subscription' });
  expect(await differences([back()], [], knowing('capture', 'completed'))).toEqual([]);
  expect(await differences([sale], [], knowing('sale', 'completed'))).toEqual([]);
  expect(await differences([sale], [], knowing('capture', 'completed'))).toEqual([
    ['refund-missing-at-provider', '20.00 USD', null],
  ]);
  expect(await differences([back()], [], knowing('capture', 'failed'))).toEqual([
    ['refund-state-differs', 'completed', 'not completed'],
  ]);
});
