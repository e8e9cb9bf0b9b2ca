import { expect, test } from 'vitest';
import { newContext } from '../../../../src/server/frame/context/context.ts';
import { reconcileRecent } from '../../../../src/server/money/reconciliation/reconcile.ts';
import {
  type ChangeablePayout,
  recordPayoutFates,
} from '../../../../src/server/money/payouts/record-payout-fate.ts';
import { parseCsv } from '../../../../src/shared/csv.ts';
import { payoutReference } from '../../../../src/shared/payout-file.ts';
import type { MassPaymentFate } from '../../../../stack/paypal/rest/mass-payments.ts';
import { signIn } from '../../accounts.ts';
import { reconciliationScene } from './reconciliation-scene.ts';

const { scene, run } = reconciliationScene();

/** Runs the daily reconciliation at 5:20 of a day. */
const reconcileOn = (day: string) =>
  reconcileRecent(newContext({ ...scene.services, now: () => new Date(`${day}T05:20:00Z`) }, 'test'));

/** Sets PayPal's clock. */
const setDay = (day: string) => scene.shop.paypal.set({ clock: `${day}T10:00:00Z` });

/** Inserts approved payouts into a month of its own, and exports them. Returns the file and its references. */
const exportFile = async (month: string, count: number) => {
  await scene.shop.rows(
    `with people as (
        insert into affiliates (id, name, email, code, payout_email)
        select gen_random_uuid(), 'Many', $1 || n || '@mail.example', 'm' || replace($1, '-', '') || n, 'p@mail.example'
        from generate_series(1, $2::int) as n returning id, code
      ), closed as (
        insert into statements (id, affiliate_id, month, opening_cents, entries_cents, paid_cents, closing_cents,
          threshold_cents, no_minimum, terms_version)
        select gen_random_uuid(), id, ($1 || '-01')::date, 0, 10000, 10000, 0, 10000, false, 'test' from people
        returning id
      )
      insert into payouts (id, statement_id, amount_cents, payout_email)
      select gen_random_uuid(), id, 10000, id || '@pay.example' from closed`,
    [month, count],
  );
  await scene.shop.rows(
    "update payouts set state = 'approved', approved_by = 'a', approved_at = now() where state = 'proposed'",
  );
  const token = await signIn('admin');
  const path = `/api/payouts/export?month=${month}`;
  const { body } = await scene.shop.call('POST', path, undefined, { token });
  const file = String(body);
  return { file, references: (parseCsv(file) ?? []).map(([, , , reference = '']) => reference) };
};

/** Returns the stored payout of a reference. */
const payoutOf = async (reference: string) => {
  const rows = await scene.shop.rows(
    'select id, state, transaction_id, paid_at, result, result_at from payouts',
  );
  return rows.find(({ id }) => payoutReference(String(id)) === reference);
};

const post = async (action: string, body: object) =>
  (await scene.shop.call('POST', `/api/payouts/${action}`, body, { token: await signIn('admin') })).body;

test('a file comes out as paid, unclaimed and returned payouts; a second run changes nothing', async () => {
  const { file, references } = await exportFile('2031-01', 20);
  const fates: Record<string, MassPaymentFate> = Object.fromEntries(
    references.slice(0, 5).map((reference, index) => [reference, index < 3 ? 'unclaimed' : 'returned']),
  );
  setDay('2031-02-03');
  const ids = scene.shop.paypal.sendPayouts(file, fates);
  const stored = () =>
    scene.shop.rows(
      `select payouts.id, state, transaction_id, paid_at, result, result_at from payouts
       join statements on statements.id = statement_id where month = '2031-01-01' order by payouts.id`,
    );
  const written = () =>
    scene.shop.rows(
      `select (select count(*) from audit_log where actor_id = 'paypal') as entries,
         (select count(*) from mails where kind = 'payout-paid') as mails`,
    );
  expect(await reconcileOn('2031-02-04')).toMatchObject({ compared: 20, differences: [] });

  const rows = await stored();
  const expected = references.map((reference) => {
    const fate = fates[reference] ?? 'paid';
    return { reference, transaction_id: ids[reference], state: fate === 'paid' ? 'paid' : 'approved', fate };
  });
  expect(
    rows.map(({ id, state, transaction_id, result }) => ({
      reference: payoutReference(String(id)),
      transaction_id,
      state,
      fate: result ?? 'paid',
    })),
  ).toEqual(expected.sort((a, b) => a.reference.localeCompare(b.reference)));
  expect(new Set(rows.map(({ paid_at, result_at }) => JSON.stringify(paid_at ?? result_at)))).toEqual(
    new Set(['"2031-02-03T10:00:00.000Z"']),
  );
  const counts = await written();
  expect(counts).toEqual([{ entries: 20, mails: 15 }]);

  expect(await reconcileOn('2031-02-05')).toMatchObject({ differences: [] });
  expect(await stored()).toEqual(rows);
  expect(await written()).toEqual(counts);
});

test('an unclaimed payout is paid when it is accepted later, and returned after 30 days', async () => {
  const { file, references } = await exportFile('2032-01', 2);
  const [accepted = '', expired = ''] = references;
  setDay('2032-02-03');
  const ids = scene.shop.paypal.sendPayouts(file, { [accepted]: 'unclaimed', [expired]: 'unclaimed' });
  await reconcileOn('2032-02-04');
  expect(await payoutOf(expired)).toMatchObject({ state: 'approved', result: 'unclaimed' });
  expect(await post('reject', { ids: [(await payoutOf(expired))?.id], reason: 'Too early' })).toMatchObject({
    changed: [],
  });

  setDay('2032-02-20');
  scene.shop.paypal.claimPayout(ids[accepted] ?? '');
  await reconcileOn('2032-02-21');
  expect(await payoutOf(accepted)).toMatchObject({
    state: 'paid',
    transaction_id: ids[accepted],
    result: null,
    paid_at: new Date('2032-02-03T10:00:00Z'),
  });

  setDay('2032-03-04');
  scene.shop.paypal.returnPayout(ids[expired] ?? '');
  await reconcileOn('2032-03-05');
  const returned = await payoutOf(expired);
  expect(returned).toMatchObject({ state: 'approved', result: 'returned', paid_at: null });

  // The next file leaves it out, one press makes the amount due again, and PayPal's old rows change nothing.
  expect(
    (
      await scene.shop.call('POST', '/api/payouts/export?again=true&month=2032-01', undefined, {
        token: await signIn('admin'),
      })
    ).body,
  ).toBe(null);
  expect(await post('reject', { ids: [returned?.id], reason: 'It was not accepted' })).toMatchObject({
    changed: [returned?.id],
  });
  expect(await reconcileOn('2032-03-06')).toMatchObject({ differences: [] });
  expect(await payoutOf(expired)).toMatchObject({ state: 'rejected' });
});

// tests/unit/server/money/reconciliation/payout-fate.test.ts has the other differences.
test('a payout that is unknown or was rejected is a difference, and stays as it is', async () => {
  const { file, references } = await exportFile('2034-01', 1);
  const [rejected = ''] = references;
  const unknown = payoutReference(crypto.randomUUID());
  const id = (await payoutOf(rejected))?.id;
  await post('reject', { ids: [id], reason: 'A fraud', exported: [id] });
  setDay('2034-02-03');
  const unknownLine = `x@mail.example,5.00,USD,${unknown},note,PAYPAL`;
  const foreignLine = 'y@mail.example,7.00,USD,a bonus,note,PAYPAL';
  scene.shop.paypal.sendPayouts([file.trim(), unknownLine, foreignLine].join('\r\n'));
  const { differences } = await run('2034-02-03', '2034-02-03');
  expect(
    differences.map(({ code, order_id, ours, theirs }) => [code, order_id, ours, theirs]).sort(),
  ).toEqual([
    ['payout-state-differs', rejected, 'rejected', 'paid'],
    ['payout-unknown', unknown, null, '5.00 USD'],
  ]);
  expect(await payoutOf(rejected)).toMatchObject({ state: 'rejected', transaction_id: null });
});

test('a fate is not recorded for a payout that was changed since it was loaded', async () => {
  const { references } = await exportFile('2036-01', 1);
  const [reference = ''] = references;
  const id = String((await payoutOf(reference))?.id);
  const before: ChangeablePayout = {
    id,
    state: 'approved',
    amountCents: 100_00,
    isExported: true,
    hasAddress: true,
    transactionId: null,
    result: null,
    resultAt: null,
  };
  const after: ChangeablePayout = {
    ...before,
    transactionId: 'LATE',
    result: 'unclaimed',
    resultAt: new Date(),
  };
  await scene.shop.rows("update payouts set result = 'blocked', result_at = now() where id = $1", [id]);
  await recordPayoutFates(newContext(scene.services, 'test'), [{ before, after }]);
  expect(await payoutOf(reference)).toMatchObject({ result: 'blocked', transaction_id: null });
});

test('a blocked payout is recorded as PayPal’s work, and can be rejected without naming its file', async () => {
  const { file, references } = await exportFile('2035-01', 1);
  const [blocked = ''] = references;
  setDay('2035-02-03');
  scene.shop.paypal.sendPayouts(file, { [blocked]: 'blocked' });
  await run('2035-02-03', '2035-02-03');
  const payout = await payoutOf(blocked);
  expect(payout).toMatchObject({ state: 'approved', result: 'blocked' });
  expect(
    await scene.shop.rows(
      'select action, actor_id, after from audit_log where entity_id = $1 order by at, id',
      [payout?.id],
    ),
  ).toMatchObject([
    { action: 'payout.export' },
    { action: 'payout.blocked', actor_id: 'paypal', after: { state: 'approved', result: 'blocked' } },
  ]);
  expect(await post('reject', { ids: [payout?.id], reason: 'PayPal blocked it' })).toMatchObject({
    changed: [payout?.id],
  });
});
