import { expect, test } from 'vitest';
import { compareRefunds } from '../../../../../src/server/money/reconciliation/compare-refunds.ts';
import type { OurRefund } from '../../../../../src/server/money/reconciliation/our-records.ts';
import type { ProviderRefund } from '../../../../../src/server/frame/context/paypal.ts';
import { contextWith, purchaseFields, listedTransaction } from './reconciliation-factories.ts';

/** Our record of a reversal. */
const reversal = (changes: Partial<OurRefund> = {}): OurRefund => ({
  ...purchaseFields,
  id: 'BACK',
  paymentId: 'PAID',
  kind: 'reversal',
  amountCents: 20_00,
  ...changes,
});
/** The same reversal in PayPal's report. */
const listedReversal = (changes: Parameters<typeof listedTransaction>[0] = {}) =>
  listedTransaction({ id: 'BACK', kind: 'reversal', paymentId: 'PAID', cents: -20_00, ...changes });

const differences = async (
  ours: OurRefund[],
  theirs: ReturnType<typeof listedReversal>[],
  context = contextWith(),
) =>
  (await compareRefunds(context, ours, theirs)).map(({ code, ours: here, theirs: there }) => [
    code,
    here,
    there,
  ]);

test('a refund that only PayPal has is a difference if it is completed, but not if it is pending', async () => {
  const missing = [['refund-missing-here', null, '20.00 USD']];
  expect(await differences([], [listedReversal()])).toEqual(missing);
  expect(await differences([], [listedReversal({ state: 'pending' })])).toEqual([]);
  expect(
    await differences([reversal({ id: 'OTHER', kind: 'refund' }), reversal()], [listedReversal()]),
  ).toEqual([['refund-missing-at-provider', '20.00 USD', null]]);
});

test('a recorded refund is a difference unless PayPal lists it as completed with the same amount', async () => {
  expect(await differences([reversal()], [listedReversal()])).toEqual([]);
  expect(await differences([reversal()], [listedReversal({ cents: -19_99 })])).toEqual([
    ['refund-amount-differs', '20.00 USD', '19.99 USD'],
  ]);
  expect(await differences([reversal()], [listedReversal({ state: 'pending' })])).toEqual([
    ['refund-state-differs', 'completed', 'not completed'],
  ]);
});

test('PayPal may list a reversal a second time, as a chargeback of the same payment and amount', async () => {
  const chargeback = (changes = {}) => [listedReversal(), listedReversal({ id: 'CHARGEBACK', ...changes })];
  const missing = (amount = '20.00 USD') => [['refund-missing-here', null, amount]];
  expect(await differences([reversal()], chargeback())).toEqual([]);
  expect(
    await differences(
      [reversal(), reversal({ id: 'R', kind: 'refund' })],
      [listedReversal({ id: 'R' }), ...chargeback()],
    ),
  ).toEqual([]);
  expect(await differences([reversal()], chargeback({ paymentId: 'OTHER' }))).toEqual(missing());
  expect(await differences([reversal()], chargeback({ cents: -19_99 }))).toEqual(missing('19.99 USD'));
  expect(await differences([reversal()], chargeback({ kind: 'refund' }))).toEqual(missing());
  expect(await differences([reversal({ kind: 'refund' })], chargeback())).toEqual(missing());
});

test('a refund that is not in PayPal’s report is fetched as the refund of a capture or of a sale', async () => {
  const amount = { cents: 20_00, currency: 'USD' };
  const contextWithRefund = (paymentKind: string, state: ProviderRefund['state']) =>
    contextWith({
      fetchRefund: (_id, kind) =>
        Promise.resolve(kind === paymentKind ? ({ state, amount } as ProviderRefund) : null),
    });
  const sale = reversal({ type: 'subscription' });
  expect(await differences([reversal()], [], contextWithRefund('capture', 'completed'))).toEqual([]);
  expect(await differences([sale], [], contextWithRefund('sale', 'completed'))).toEqual([]);
  expect(await differences([sale], [], contextWithRefund('capture', 'completed'))).toEqual([
    ['refund-missing-at-provider', '20.00 USD', null],
  ]);
  expect(await differences([reversal()], [], contextWithRefund('capture', 'failed'))).toEqual([
    ['refund-state-differs', 'completed', 'not completed'],
  ]);
});
