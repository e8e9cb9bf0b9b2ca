import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgres, type Postgres } from '../../neon.ts';
import { unique } from '../../factories.ts';
import { fixtures } from './fixtures.ts';

let postgres: Postgres;
let make: ReturnType<typeof fixtures>;
beforeAll(async () => {
  postgres = await openPostgres();
  make = fixtures(postgres.rows);
});
afterAll(() => postgres.close());

const appendOnly = { code: '23001', message: expect.stringContaining('append-only') as string };

describe('append-only:', () => {
  test.each([
    ['commission_entries', 'amount_cents = 0', () => make.entry()],
    ['statements', 'paid_cents = 0', () => make.statement()],
    ['refunds', 'amount_cents = 1', () => make.refund()],
    ['audit_log', "action = 'other'", () => make.audit()],
    ['payout_email_changes', "changed_by = 'b'", () => make.payoutEmailChange()],
  ] as const)(
    '%s refuses delete and update, even an update that changes nothing',
    async (table, change, insert) => {
      const id = await insert();
      const before = await postgres.rows(`select * from ${table} where id = $1`, [id]);
      for (const text of [
        `update ${table} set ${change} where id = $1`,
        `update ${table} set id = id where id = $1`,
        `delete from ${table} where id = $1`,
      ])
        await expect(postgres.rows(text, [id])).rejects.toMatchObject(appendOnly);
      expect(await postgres.rows(`select * from ${table} where id = $1`, [id])).toEqual(before);
    },
  );

  test('an old payout address may be removed once, and its row is deleted only with the affiliate', async () => {
    const affiliate_id = await make.affiliate();
    const id = await make.other('payout_email_changes', {
      affiliate_id,
      email: 'a@mail.example',
      changed_by: 'a',
    });
    const update = (set: string) =>
      postgres.rows(`update payout_email_changes set ${set} where id = $1`, [id]);
    for (const set of [
      "email = 'b@mail.example'",
      "email = null, changed_by = 'b'",
      'email = null, changed_at = now()',
    ])
      await expect(update(set)).rejects.toMatchObject(appendOnly);
    await update('email = null');
    await expect(update('email = null')).rejects.toMatchObject(appendOnly);
    await expect(postgres.rows('delete from payout_email_changes where id = $1', [id])).rejects.toMatchObject(
      appendOnly,
    );
    await postgres.rows('delete from affiliates where id = $1', [affiliate_id]);
    expect(await postgres.rows('select 1 as one from payout_email_changes where id = $1', [id])).toEqual([]);
  });

  test('the entries of a statement cannot change', async () => {
    const affiliate_id = await make.affiliate();
    const entry = await make.entry({ affiliate_id });
    const statement = await make.statement({ affiliate_id });
    await postgres.rows('insert into statement_entries values ($1, $2, $3)', [
      statement,
      entry,
      affiliate_id,
    ]);
    for (const text of ['update statement_entries set entry_id = entry_id', 'delete from statement_entries'])
      await expect(postgres.rows(text)).rejects.toMatchObject(appendOnly);
  });

  test.each(['commission_entries', 'audit_log'])('%s refuses truncate, also by cascade', async (table) => {
    await expect(postgres.rows(`truncate ${table} cascade`)).rejects.toMatchObject(appendOnly);
    await expect(postgres.rows('truncate payments cascade')).rejects.toMatchObject(appendOnly);
  });

  test.each(['statements', 'statement_entries', 'refunds', 'payout_email_changes'])(
    '%s refuses truncate',
    async (table) => {
      const client = await postgres.pool.connect();
      try {
        await client.query('begin');
        await expect(client.query(`truncate ${table} cascade`)).rejects.toMatchObject(appendOnly);
      } finally {
        await client.query('rollback');
        client.release();
      }
    },
  );
});

describe('the commission of a payment and an affiliate', () => {
  const total = async (payment_id: string) =>
    (
      await postgres.rows(
        'select sum(amount_cents)::int as n from commission_entries where payment_id = $1',
        [payment_id],
      )
    )[0]?.n;

  test('may be reversed to zero, but not below', async () => {
    const [affiliate_id, payment_id] = [await make.affiliate(), await make.payment()];
    await make.entry({ affiliate_id, payment_id });
    await make.entry({ affiliate_id, payment_id, kind: 'refund', amount_cents: -599 });
    await expect(
      make.entry({ affiliate_id, payment_id, kind: 'refund', amount_cents: -2 }),
    ).rejects.toMatchObject({
      code: '23514',
      constraint: 'commission_entries_sum',
    });
    await make.entry({ affiliate_id, payment_id, kind: 'reversal', amount_cents: -1 });
    expect(await total(payment_id)).toBe(0);
  });

  test('cannot be reversed for another affiliate', async () => {
    const payment_id = await make.payment();
    await make.entry({ payment_id });
    await expect(make.entry({ payment_id, kind: 'refund', amount_cents: -1 })).rejects.toMatchObject({
      code: '23514',
    });
  });

  test('stays at or above zero with two concurrent reversals', async () => {
    const [affiliate_id, payment_id] = [await make.affiliate(), await make.payment()];
    await make.entry({ affiliate_id, payment_id });
    const [first, second] = await Promise.all([postgres.pool.connect(), postgres.pool.connect()]);
    const refund = (client: typeof first) =>
      fixtures(
        async (text, values) => (await client.query<Record<string, unknown>>(text, values)).rows,
      ).entry({
        affiliate_id,
        payment_id,
        kind: 'refund',
        amount_cents: -400,
      });
    await Promise.all([first.query('begin'), second.query('begin')]);
    await refund(first);
    const secondRefund = refund(second).catch((error: unknown) => error);
    const firstSettled = await Promise.race([
      secondRefund,
      new Promise((resolve) => setTimeout(resolve, 200, 'waits')),
    ]);
    expect(firstSettled).toBe('waits');
    await first.query('commit');
    expect(await secondRefund).toMatchObject({ code: '23514', constraint: 'commission_entries_sum' });
    await second.query('rollback');
    first.release();
    second.release();
    expect(await total(payment_id)).toBe(200);
  });

  test('is unique: a payment has one commission, and a source one entry of a kind', async () => {
    const [affiliate_id, payment_id, source] = [await make.affiliate(), await make.payment(), unique()];
    await make.entry({ affiliate_id, payment_id, source });
    const uniqueViolation = { code: '23505' };
    await expect(make.entry({ affiliate_id, payment_id })).rejects.toMatchObject(uniqueViolation);
    await expect(make.entry({ payment_id })).rejects.toMatchObject(uniqueViolation);
    const refund = { affiliate_id, payment_id, kind: 'refund', amount_cents: -1, source };
    await make.entry(refund);
    await expect(make.entry(refund)).rejects.toMatchObject(uniqueViolation);
  });
});

describe('an entry is refused when', () => {
  test.each([
    ['a commission is negative', { amount_cents: -1 }, 'commission_entries_sign'],
    ['a refund is positive', { kind: 'refund', amount_cents: 1 }, 'commission_entries_sign'],
    ['a reversal is positive', { kind: 'reversal', amount_cents: 1 }, 'commission_entries_sign'],
    ['its base is negative', { base_cents: -1 }, 'commission_entries_base'],
    ['its rate is above 100%', { rate_basis_points: 10_001 }, 'commission_entries_rate'],
    ['its rate is negative', { rate_basis_points: -1 }, 'commission_entries_rate'],
  ])('%s', async (_case, changes, constraint) => {
    // The sum is checked first, so an entry must exist.
    const [affiliate_id, payment_id] = [await make.affiliate(), await make.payment()];
    if ('amount_cents' in changes && changes.amount_cents === -1)
      await make.entry({ affiliate_id, payment_id, kind: 'reattribution', amount_cents: 600 });
    await expect(make.entry({ affiliate_id, payment_id, ...changes })).rejects.toMatchObject({
      code: '23514',
      constraint,
    });
  });
});
