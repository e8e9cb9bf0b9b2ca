import { describe, expect, test } from 'vitest';
import { parseCsv } from '../../../../src/shared/csv.ts';
import { payoutReference } from '../../../../src/shared/payout-file.ts';
import { site } from '../../../../src/shared/site.ts';
import { payable } from '../statements/ledger-maker.ts';
import { now, payoutScene } from './payout-calls.ts';

const { scene, post, get, close, createProposed, stateOf, auditEntries, approve } = payoutScene();

describe('the exported file', () => {
  const exportPayouts = async (query = '') => {
    const answer = await scene.api.call('POST', `/api/payouts/export${query}`, undefined, {
      token: scene.admin,
    });
    return { answer, rows: parseCsv(String(answer.body ?? '')) ?? [] };
  };

  test('has only approved payouts in PayPal’s format, and marks none of them as paid', async () => {
    const [one = '', two = '', three = ''] = await createProposed(3);
    await approve([one, two]);
    await post('paid', { items: [{ id: two, transactionId: 'T2' }] });
    const { answer, rows } = await exportPayouts();
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="payouts-2025-10-03.csv"');
    expect(rows).toEqual([
      [
        'pay-0@mail.example',
        '100.00',
        'USD',
        payoutReference(one),
        `${site.product} affiliate payout for 2025-08`,
        'PAYPAL',
      ],
    ]);
    expect(String(answer.body).startsWith('pay-0@')).toBe(true);
    expect(payoutReference(one)).toMatch(/^[0-9a-z]{25}$/);
    expect([await stateOf(one), await stateOf(two), await stateOf(three)]).toEqual([
      'approved',
      'paid',
      'proposed',
    ]);
    expect(await auditEntries(three)).toEqual([]);
  });

  test('has a payment email with special characters unchanged', async () => {
    const { id, earn, payouts } = await payable(scene.api.rows);
    const email = "rock&roll!#$%'*+/=?^_`{|}~-@mail.xn--p1ai";
    const terms = { payout_email: email, no_minimum: false };
    await scene.api.call('PUT', `/api/affiliates/${id}/payout`, terms, { token: scene.admin });
    await earn('2025-08-05T00:00:00Z', 100_00);
    await close('2025-08');
    await approve((await payouts()).map((payout) => String(payout.id)));
    const { answer } = await exportPayouts();
    expect(String(answer.body).startsWith(`${email},100.00,`)).toBe(true);
  });

  test('can be limited to one month, and can be empty', async () => {
    const ids = [...(await createProposed(1, '2025-08')), ...(await createProposed(1, '2025-09'))];
    await approve(ids);
    expect((await exportPayouts('?month=2025-09')).rows.map(([, , , reference]) => reference)).toEqual([
      payoutReference(ids[1] ?? ''),
    ]);
    expect((await exportPayouts()).rows).toHaveLength(1);
    expect((await exportPayouts('?month=2025-07')).rows).toEqual([]);
    expect((await exportPayouts('?month=2025-7')).answer.status).toBe(422);
  });
});

test('one of several concurrent exports contains a payout, and later ones only with again=true', async () => {
  const [one = '', two = ''] = await createProposed(2);
  await approve([one]);
  const lines = async (query = '') => {
    const { body } = await scene.api.call('POST', `/api/payouts/export${query}`, undefined, {
      token: scene.admin,
    });
    return parseCsv(String(body ?? '')) ?? [];
  };
  expect((await get('?state=approved')).body).toMatchObject({
    payouts: [{ exported_at: null, exported_by: null }],
  });
  const files = await Promise.all([lines(), lines(), lines()]);
  expect(files.map(({ length }) => length).sort()).toEqual([0, 0, 1]);
  expect((await get('?state=approved')).body).toMatchObject({
    payouts: [{ id: one, exported_at: now.toISOString(), exported_by: 'seed-admin' }],
  });
  await approve([two]);
  expect((await lines()).map(([, , , reference]) => reference)).toEqual([payoutReference(two)]);
  expect(await lines('?again=false')).toEqual([]);
  const earlier = { exported_at: '2025-10-01T00:00:00.000Z', exported_by: 'another' };
  await scene.api.rows('update payouts set exported_at = $2, exported_by = $3 where id = $1', [
    one,
    earlier.exported_at,
    earlier.exported_by,
  ]);
  expect(await lines('?again=true')).toHaveLength(2);
  const before = { amount_cents: 100_00, state: 'approved', exported_at: null, exported_by: null };
  const after = { ...before, exported_at: now.toISOString(), exported_by: 'seed-admin' };
  expect(
    await scene.api.rows(
      "select before, after from audit_log where entity_id = $1 and action = 'payout.export' order by at, id",
      [one],
    ),
  ).toEqual([
    { before, after },
    { before: { ...before, ...earlier }, after },
  ]);
});
