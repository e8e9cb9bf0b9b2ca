import { describe, expect, test } from 'vitest';
import { closeMonth } from '../../../../src/server/money/statements/close-month.ts';
import { payoutReference } from '../../../../src/shared/payout-file.ts';
import { changeResult, now, payoutScene } from './payout-calls.ts';

const { scene, post, get, createProposed, stateOf, auditEntries, approve } = payoutScene();
const unknownId = '0199a3c1-5b20-7d11-8a4e-2f7b6c0d9e10';

describe('a payout', () => {
  test('goes from proposed to approved to paid, once, and each step is audited', async () => {
    const [id = ''] = await createProposed(1);
    expect(await post('paid', { items: [{ id, transactionId: 'T1' }] })).toMatchObject(
      changeResult([], [id]),
    );
    expect(await post('approve', { ids: [id, id, unknownId] })).toMatchObject(
      changeResult([id], [], [unknownId]),
    );
    expect(await post('approve', { ids: [id] })).toMatchObject(changeResult([], [id]));
    const items = [{ id: id.toUpperCase(), transactionId: ' 8AB12345CD678901E ' }];
    expect(await post('paid', { items })).toMatchObject(changeResult([id]));
    expect(await post('paid', { items })).toMatchObject(changeResult([], [id]));
    expect(await post('approve', { ids: [id] })).toMatchObject(changeResult([], [id]));
    expect(await post('reject', { ids: [id], reason: 'too late' })).toMatchObject(changeResult([], [id]));
    const [{ statement_id, approved_by } = {}] = await scene.api.rows(
      'select statement_id, approved_by from payouts where id = $1',
      [id],
    );
    expect(approved_by).toBe('seed-admin');
    const proposed = { statement_id, amount_cents: 100_00, state: 'proposed', transaction_id: null };
    const approved = { ...proposed, state: 'approved' };
    const paid = { ...proposed, state: 'paid', transaction_id: '8AB12345CD678901E' };
    expect(
      await scene.api.rows(
        'select action, before, after from audit_log where entity_id = $1 order by at, id',
        [id],
      ),
    ).toEqual([
      { action: 'payout.approve', before: proposed, after: approved },
      { action: 'payout.paid', before: approved, after: paid },
    ]);
    expect((await get()).body).toMatchObject({
      payouts: [
        {
          id,
          state: 'paid',
          month: '2025-08',
          amount_cents: 100_00,
          transaction_id: '8AB12345CD678901E',
          paid_at: now.toISOString(),
          approved_at: now.toISOString(),
          reference: payoutReference(id),
          anomalies: [],
        },
      ],
      unpaid: [],
    });
  });

  test('is rejected with a reason, even if it is approved, and returns with the next statement', async () => {
    const [id = '', approved = ''] = await createProposed(2);
    await approve([approved]);
    expect((await post('reject', { ids: [id], reason: '  ' })).status).toBe(422);
    const rejection = { ids: [id, approved], reason: 'Under review' };
    expect(await post('reject', rejection)).toMatchObject(changeResult([id, approved]));
    expect(await post('approve', { ids: [id] })).toMatchObject(changeResult([], [id]));
    const items = [{ id: approved, transactionId: 'T1' }];
    expect(await post('paid', { items })).toMatchObject(changeResult([], [approved]));
    expect(await auditEntries(id)).toEqual([{ action: 'payout.reject', reason: 'Under review' }]);
    const rejected = { rejected_reason: 'Under review', rejected_at: now.toISOString() };
    expect((await get('?state=rejected')).body).toMatchObject({ payouts: [rejected, rejected] });
    await closeMonth({ db: scene.database.db, now: new Date('2025-11-01T00:00:00Z') }, '2025-10');
    const { payouts } = (await get('?month=2025-10')).body as { payouts: { amount_cents: number }[] };
    expect(payouts.map(({ amount_cents }) => amount_cents).sort()).toEqual([100_00, 101_00]);
  });

  test('in a payment file is rejected only if the request names it as exported', async () => {
    const ids = await createProposed(3);
    await approve(ids);
    const [id = '', unseen = '', other = ''] = ids;
    for (const exportedId of [id, unseen])
      await scene.api.rows("update payouts set exported_at = now(), exported_by = 'a' where id = $1", [
        exportedId,
      ]);
    const reason = 'Under review';
    expect(await post('reject', { ids, reason })).toMatchObject(changeResult([other], [id, unseen]));
    expect(await stateOf(id)).toBe('approved');
    expect(await post('reject', { ids, reason, exported: [id] })).toMatchObject(
      changeResult([id], [unseen, other]),
    );
    expect(await stateOf(unseen)).toBe('approved');
  });

  test('without a payment email is not approved', async () => {
    const [id = ''] = await createProposed(1);
    await scene.api.rows('update payouts set payout_email = null where id = $1', [id]);
    expect(await post('approve', { ids: [id] })).toMatchObject(changeResult([], [id]));
  });

  test('needs its own transaction: a taken transaction changes nothing at all', async () => {
    const [one = '', two = '', three = ''] = await createProposed(3);
    await approve([one, two, three]);
    await post('paid', { items: [{ id: one, transactionId: 'T1' }] });
    const items = [
      { id: two, transactionId: 'T2' },
      { id: three, transactionId: 'T1' },
    ];
    expect(await post('paid', { items })).toMatchObject({
      status: 409,
      body: { code: 'payout-transaction-taken' },
    });
    expect([await stateOf(two), await stateOf(three)]).toEqual(['approved', 'approved']);
    const sameTransaction = [
      { id: two, transactionId: 'T2' },
      { id: three, transactionId: 'T2' },
    ];
    expect((await post('paid', { items: sameTransaction })).status).toBe(422);
    expect(await post('paid', { items: [{ id: two, transactionId: 't1' }] })).toMatchObject({ status: 409 });
    const samePayout = [
      { id: two, transactionId: 'T2' },
      { id: two, transactionId: 'T3' },
    ];
    expect((await post('paid', { items: samePayout })).status).toBe(422);
  });

  test('is marked as paid by CSV lines, with the id or the reference of the file', async () => {
    const [one = '', two = ''] = await createProposed(2);
    await approve([one, two]);
    const csv = `\uFEFFid,transaction id\r\n${one},T1\r\n\r\n${payoutReference(two)}, T2 \r\n`;
    expect(await post('paid', { csv })).toMatchObject(changeResult([one, two]));
    expect(await scene.api.rows('select transaction_id from payouts order by amount_cents')).toEqual([
      { transaction_id: 'T1' },
      { transaction_id: 'T2' },
    ]);
    for (const wrong of ['', 'id,transaction id', `${one}`, `${one},T 3`, 'x,T3', `"${one},T3`])
      expect((await post('paid', { csv: wrong })).status).toBe(422);
    expect((await post('paid', { csv: `${one},T1\n${two},T-2\nx,T 3` })).body).toMatchObject({
      fields: [
        { field: 'csv.2.id', message: 'Not the ID or the reference of a payout' },
        { field: 'csv.2.transactionId', message: 'Not a transaction ID' },
      ],
    });
    // The separator of the first line counts for all lines.
    expect((await post('paid', { csv: `${one},T1\n${two};T2` })).body).toMatchObject({
      fields: [
        {
          field: 'csv.1',
          message: 'No transaction ID. Put a comma, semicolon or tab before it, the same in every line',
        },
      ],
    });
    const copied = `reference\ttransaction\n${payoutReference(one)}\tT1\n${two}\tT2\n`;
    expect((await post('paid', { csv: copied })).status).toBe(200);
    expect((await post('paid', { csv, items: [{ id: one, transactionId: 'T9' }] })).status).toBe(422);
  });
});
