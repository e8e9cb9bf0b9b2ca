import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixtures } from '../../frame/db/fixtures.ts';
import { unique } from '../../factories.ts';
import { openPostgres, type Postgres } from '../../neon.ts';

let postgres: Postgres;
let make: ReturnType<typeof fixtures>;
beforeAll(async () => {
  postgres = await openPostgres();
  make = fixtures(postgres.rows);
});
afterAll(() => postgres.close());

const checkViolation = (constraint: string) => ({ code: '23514', constraint });

/** Creates a payment of 59.99 with a commission of 10%. */
const newCreditedPayment = async () => {
  const ids = { affiliate_id: await make.affiliate(), payment_id: await make.payment() };
  await make.entry(ids);
  return ids;
};

test('an adjustment never brings the sum below zero, or above its rate of the base', async () => {
  const ids = await newCreditedPayment();
  const adjust = (amount_cents: number, rate_basis_points: number) =>
    make.entry({ ...ids, kind: 'adjustment', amount_cents, rate_basis_points });
  await expect(adjust(-601, 0)).rejects.toMatchObject(checkViolation('commission_entries_sum'));
  await expect(adjust(901, 2500)).rejects.toMatchObject(checkViolation('commission_entries_cap'));
  await expect(adjust(1, 1000)).rejects.toMatchObject(checkViolation('commission_entries_cap'));
  await adjust(900, 2500);
});

test('a commission is at most its rate of the amount paid less tax', async () => {
  const taxed = { payment_id: await make.payment({ tax_cents: 499 }), rate_basis_points: 2500 };
  await expect(make.entry({ ...taxed, amount_cents: 1376 })).rejects.toMatchObject(
    checkViolation('commission_entries_cap'),
  );
  await make.entry({ ...taxed, amount_cents: 1375 });
});

test('a dispute cannot move to another payment, go back in time, or be deleted', async () => {
  const payment_id = await make.payment();
  const at = '2026-01-02T00:00:00Z';
  const id = await make.other('disputes', {
    payment_id,
    provider_id: unique(),
    state: 'open',
    opened_at: at,
    state_at: at,
  });
  const change = (set: string) => postgres.rows(`update disputes set ${set} where id = $1`, [id]);
  for (const set of ["provider_id = 'x'", "state_at = '2026-01-01T00:00:00Z'"])
    await expect(change(set)).rejects.toMatchObject({ constraint: 'disputes_immutable' });
  await expect(change('lost_cents = 1')).rejects.toMatchObject(checkViolation('disputes_lost'));
  await expect(postgres.rows('delete from disputes where id = $1', [id])).rejects.toMatchObject({
    code: '23001',
  });
  await change("state = 'lost', lost_cents = 1, state_at = '2026-01-03T00:00:00Z'");
});
