/** Runs a statement with these values. */
type Run = (text: string, values: unknown[]) => Promise<unknown>;

const moment = "timestamptz '2020-01-01T00:00:00Z' + n * interval '7 minutes'";

/**
 * Inserts `size` purchases of the existing affiliates, each with a payment, a commission, a statement and a payout, and as many audit
 * entries. Every fifth payment has a hold, which is still open for every hundredth payment. The ledger's triggers are off, for speed.
 */
export async function seedLedger(run: Run, size: number): Promise<void> {
  await run('set session_replication_role = replica', []);
  await run(
    `create temporary table books as
     select n, gen_random_uuid() as purchase_id, gen_random_uuid() as payment_id, gen_random_uuid() as entry_id,
       gen_random_uuid() as statement_id, affiliates.id as affiliate_id, affiliates.code, ${moment} as at
     from (select row_number() over () as n, id, code from affiliates limit $1::int) affiliates`,
    [size],
  );
  await run(
    `insert into purchases (id, provider_id, type, plan_id, state, amount_cents, payer_id, payer_email, payer_email_key,
       affiliate_code, affiliate_id, created_at)
     select purchase_id, 'ORDER' || n, 'one-time', 'basic', 'completed', 5999, 'PAYER' || n / 2,
       'payer' || n / 2 || '@list.example', 'payer' || n / 2 || '@list.example', code, affiliate_id, at
     from books`,
    [],
  );
  await run(
    `insert into payments (id, purchase_id, provider_id, sequence, state, amount_cents, paid_at)
     select payment_id, purchase_id, 'CAPTURE' || n, 1, 'completed', 5999, at from books`,
    [],
  );
  await run(
    `insert into commission_entries (id, affiliate_id, payment_id, kind, source, amount_cents, base_cents, rate_basis_points,
       terms_version, age_rule, occurred_at)
     select entry_id, affiliate_id, payment_id, 'commission', 'CAPTURE' || n, 600, 5999, 1000, 'list', 1, at from books`,
    [],
  );
  await run(
    `insert into commission_holds (id, payment_id, reason, placed_at, released_at, released_by)
     select gen_random_uuid(), payment_id, 'dispute', at,
       case when n % 100 <> 0 then at end, case when n % 100 <> 0 then 'list' end
     from books where n % 5 = 0`,
    [],
  );
  await run(
    `insert into statements (id, affiliate_id, month, opening_cents, entries_cents, paid_cents, closing_cents,
       threshold_cents, no_minimum, terms_version, closed_at)
     select statement_id, affiliate_id, date '2020-01-01' + (n / 2500) * interval '1 month', 0, 600, 600, 0, 0, true, 'list', at
     from books`,
    [],
  );
  await run(
    `insert into statement_entries (statement_id, entry_id, affiliate_id)
     select statement_id, entry_id, affiliate_id from books`,
    [],
  );
  await run(
    `insert into payouts (id, statement_id, state, amount_cents, payout_email, approved_by, approved_at, transaction_id,
       paid_at, created_at)
     select gen_random_uuid(), statement_id, state::payout_state, 600, code || '@list.example',
       case when state <> 'proposed' then 'list' end, case when state <> 'proposed' then at end,
       case when state = 'paid' then 'TRANSACTION' || n end, case when state = 'paid' then at end, at
     from (select *, case when n % 50 = 0 then 'proposed' when n % 50 = 1 then 'approved' else 'paid' end as state from books) books`,
    [],
  );
  await run(
    `insert into audit_log (id, at, actor_id, actor_email, action, entity, entity_id, after)
     select gen_random_uuid(), at, 'admin' || n % 3, 'admin' || n % 3 || '@list.example', 'affiliate.update', 'affiliate',
       affiliate_id::text, '{}' from books`,
    [],
  );
  await run('drop table books', []);
  await run('set session_replication_role = default', []);
}
