import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Row } from '../../harness.ts';
import { newAffiliate, newEmail, unique } from '../../factories.ts';
import { openPostgres, type Postgres } from '../../neon.ts';
import { fixtures } from './fixtures.ts';

let postgres: Postgres;
let make: ReturnType<typeof fixtures>;
beforeAll(async () => {
  postgres = await openPostgres();
  make = fixtures(postgres.rows);
});
afterAll(() => postgres.close());

function change(table: string, id: string, set: string) {
  return postgres.rows(`update ${table} set ${set} where id = $1`, [id]);
}
function checkViolation(constraint: string) {
  return { code: '23514', constraint };
}
const uniqueViolation = { code: '23505' };

test('an affiliate code cannot change, and other columns can', async () => {
  const { id, code } = await newAffiliate(postgres.rows);
  await expect(change('affiliates', id, "code = 'other'")).rejects.toMatchObject({
    code: '23001',
    constraint: 'affiliates_code_immutable',
  });
  await change('affiliates', id, `name = 'New', code = '${code}'`);
});

describe('the database rejects a duplicate', () => {
  test('affiliate code and email, in any case', async () => {
    const { code, email } = await newAffiliate(postgres.rows);
    await expect(newAffiliate(postgres.rows, { email: email.toUpperCase() })).rejects.toMatchObject(
      uniqueViolation,
    );
    const values = { name: 'x', email: newEmail(), code };
    await expect(make.other('affiliates', values)).rejects.toMatchObject(uniqueViolation);
  });

  test('customer email, in any case', async () => {
    const email = newEmail();
    await make.other('customers', { email });
    await expect(make.other('customers', { email: email.toUpperCase() })).rejects.toMatchObject(
      uniqueViolation,
    );
  });

  test('order, payment or refund with the same external id, payout of a statement, and profile of a user', async () => {
    const provider_id = unique();
    for (const insert of [make.purchase, make.payment, make.refund]) {
      await insert({ provider_id });
      await expect(insert({ provider_id })).rejects.toMatchObject(uniqueViolation);
    }
    const statement_id = await make.statement();
    await make.payout({ statement_id });
    await expect(make.payout({ statement_id })).rejects.toMatchObject(uniqueViolation);
    await make.other('user_profiles', { user_id: 'u' });
    await expect(make.other('user_profiles', { user_id: 'u' })).rejects.toMatchObject(uniqueViolation);
  });

  test('statement of an affiliate and month, and a second statement of an entry', async () => {
    const affiliate_id = await make.affiliate();
    const first = await make.statement({ affiliate_id });
    await expect(make.statement({ affiliate_id })).rejects.toMatchObject(uniqueViolation);
    const second = await make.statement({ affiliate_id, month: '2026-02-01' });
    const entry = await make.entry({ affiliate_id });
    await postgres.rows('insert into statement_entries values ($1, $2, $3)', [first, entry, affiliate_id]);
    await expect(
      postgres.rows('insert into statement_entries values ($1, $2, $3)', [second, entry, affiliate_id]),
    ).rejects.toMatchObject(uniqueViolation);
  });

  test('open hold of a payment for the same reason, but accepts a new one after the release', async () => {
    const payment = await make.payment();
    const hold = () =>
      postgres.rows(
        `insert into commission_holds (id, payment_id, reason) values (gen_random_uuid(), $1, 'dispute')`,
        [payment],
      );
    await hold();
    await expect(hold()).rejects.toMatchObject(uniqueViolation);
    await postgres.rows(
      `update commission_holds set released_at = now(), released_by = 'admin' where payment_id = $1`,
      [payment],
    );
    await hold();
  });
});

test('a trigger records the periods in which an affiliate was active', async () => {
  const { id } = await newAffiliate(postgres.rows, { activeFrom: null });
  const history = () =>
    postgres.rows(
      'select active_from, active_until from affiliate_activations where affiliate_id = $1 order by active_from',
      [id],
    );
  expect(await history()).toEqual([]);
  const activate = (date: string, saved = date) =>
    change('affiliates', id, `date_activated = '${date}', updated_at = '${saved}'`);
  await activate('2025-09-01T00:00:00Z');
  expect(await history()).toEqual([{ active_from: new Date('2025-09-01T00:00:00Z'), active_until: null }]);
  await change('affiliates', id, "name = 'Renamed'");
  expect(await history()).toHaveLength(1);
  await change('affiliates', id, 'date_activated = null');
  expect(await history()).toMatchObject([{ active_until: expect.any(Date) as Date }]);
  // An activation in the past begins when it is saved.
  await activate('2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z');
  expect((await history()).map(({ active_until }) => active_until === null)).toEqual([false, true]);
  expect((await history()).at(-1)?.active_from).toEqual(new Date('2026-03-01T00:00:00Z'));
});

function testTransitions(
  table: string,
  insert: (state: string) => Promise<string>,
  allowed: Record<string, string[]>,
  all: string[],
) {
  for (const from of all)
    for (const to of all.filter((state) => state !== from)) {
      const isAllowed = allowed[from]?.includes(to) ?? false;
      test(`${table}: ${from} → ${to} is ${isAllowed ? 'possible' : 'refused'}`, async () => {
        const transition = change(table, await insert(from), `state = '${to}'`);
        if (isAllowed) await transition;
        else await expect(transition).rejects.toMatchObject({ code: '23514' });
      });
    }
}

describe('states only move forward', () => {
  testTransitions(
    'purchases',
    (state) => make.purchase({ type: 'subscription', state }),
    {
      pending: ['active', 'suspended', 'cancelled', 'expired', 'failed'],
      failed: ['active'],
      active: ['suspended', 'cancelled', 'expired'],
      suspended: ['active', 'cancelled', 'expired'],
    },
    ['pending', 'active', 'suspended', 'cancelled', 'expired', 'failed'],
  );
  testTransitions(
    'payments',
    (state) => make.payment({ state }),
    { pending: ['completed', 'declined'], declined: ['completed'], completed: ['reversed'] },
    ['pending', 'completed', 'declined', 'reversed'],
  );

  test('a statement refuses an entry of another affiliate', async () => {
    const affiliate_id = await make.affiliate();
    const statement = await make.statement({ affiliate_id });
    const entry = await make.entry();
    await expect(
      postgres.rows('insert into statement_entries values ($1, $2, $3)', [statement, entry, affiliate_id]),
    ).rejects.toMatchObject({ code: '23503' });
  });

  test('a payout begins as proposed, keeps its amount and address, and cannot be deleted', async () => {
    const paid = {
      state: 'paid',
      transaction_id: 'T',
      paid_at: new Date(),
      approved_by: 'a',
      approved_at: new Date(),
    };
    await expect(make.payout(paid)).rejects.toMatchObject({ code: '23514' });
    const id = await make.payout();
    for (const edit of ['amount_cents = 1', `payout_email = 'x@y.example'`])
      await expect(change('payouts', id, edit)).rejects.toMatchObject({ code: '23001' });
    await expect(postgres.rows('delete from payouts where id = $1', [id])).rejects.toMatchObject({
      code: '23001',
    });
  });

  test('a payout moves from proposed to approved to paid, and stays paid unless PayPal returns the money', async () => {
    const id = await make.payout();
    const approve = "state = 'approved', approved_by = 'a', approved_at = now()";
    const paid = `state = 'paid', transaction_id = '${unique()}', paid_at = now()`;
    await expect(change('payouts', id, paid)).rejects.toMatchObject({ code: '23514' });
    await expect(change('payouts', id, "state = 'approved'")).rejects.toMatchObject(
      checkViolation('payouts_approved_by'),
    );
    await change('payouts', id, approve);
    await expect(change('payouts', id, "state = 'paid'")).rejects.toMatchObject(
      checkViolation('payouts_paid_with_transaction'),
    );
    await change('payouts', id, paid);
    for (const state of ['proposed', 'rejected'])
      await expect(change('payouts', id, `state = '${state}'`)).rejects.toMatchObject({ code: '23514' });
    const returned = "state = 'approved', paid_at = null, result = 'returned', result_at = now()";
    for (const edit of [
      "state = 'approved', paid_at = null",
      returned.replace('returned', 'blocked'),
      `${returned}, transaction_id = 'OTHER'`,
      "result = 'returned', result_at = now()",
    ])
      await expect(change('payouts', id, edit)).rejects.toMatchObject({ code: '23001' });
    await change('payouts', id, returned);
    await expect(change('payouts', id, 'result_at = null')).rejects.toMatchObject(
      checkViolation('payouts_result'),
    );
  });
});

describe('facts of a purchase and a payment never change', () => {
  test.each([
    "provider_id = 'x'",
    "type = 'subscription', state = 'active'",
    "plan_id = 'x'",
    'amount_cents = 1',
  ])('purchase: %s', async (set) => {
    await expect(change('purchases', await make.purchase(), set)).rejects.toMatchObject({
      constraint: 'purchases_immutable',
    });
  });
  test.each(["provider_id = 'x'", 'amount_cents = 1', 'tax_cents = 1', 'refunded_cents = 99'])(
    'payment: %s',
    async (set) => {
      const id = await make.payment({ refunded_cents: 100 });
      await expect(change('payments', id, set)).rejects.toMatchObject({ constraint: 'payments_immutable' });
    },
  );
});

describe('a row is refused by', () => {
  const cases: [string, string, Row][] = [
    ['customers_not_empty', 'customers', {}],
    ['customers_email_length', 'customers', { email: `${'x'.repeat(255)}@` }],
    ['affiliates_code_shape', 'affiliates', { name: 'x', email: 'e1@mail.example', code: 'UPPER' }],
    ['affiliates_open_or_anonymous', 'affiliates', { name: 'x', code: 'e4' }],
    ['user_profiles_picture_https', 'user_profiles', { user_id: 'p1', picture_url: 'javascript:alert(1)' }],
  ];
  test.each(cases)('%s of %s', async (constraint, table, values) => {
    await expect(make.other(table, values)).rejects.toMatchObject(checkViolation(constraint));
  });

  test.each([
    ['purchases_amount_positive', () => make.purchase({ amount_cents: 0 })],
    ['purchases_currency', () => make.purchase({ currency: 'EUR' })],
    ['purchases_state_of_type', () => make.purchase({ state: 'active' })],
    ['purchases_credited_by_code', async () => make.purchase({ affiliate_id: await make.affiliate() })],
    ['payments_amounts', () => make.payment({ tax_cents: 6000 })],
    ['payments_refunded', () => make.payment({ refunded_cents: 6000 })],
    ['refunds_amount_positive', () => make.refund({ amount_cents: 0 })],
    ['statements_month_start', () => make.statement({ month: '2026-01-02' })],
    ['statements_balance', () => make.statement({ closing_cents: 601 })],
    ['statements_paid', () => make.statement({ paid_cents: -1, closing_cents: 601 })],
    ['payouts_amount_positive', () => make.payout({ amount_cents: 0 })],
  ] as const)('%s', async (constraint, insert) => {
    await expect(insert()).rejects.toMatchObject(checkViolation(constraint));
  });
});
