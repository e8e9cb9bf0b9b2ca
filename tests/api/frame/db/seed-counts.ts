/** Runs a statement with these values. */
type Run = (text: string, values: unknown[]) => Promise<unknown>;

/**
 * Inserts a year of counts: `size` rows with 100 clicks each for the links of size / 365 affiliates, 40 pages, and size / 10 readers
 * of the newsletter. Moves all purchases and payments into this year, and gives the purchases to these affiliates. Triggers are off, for
 * speed.
 */
export async function seedCounts(run: Run, size: number): Promise<void> {
  await run('set session_replication_role = replica', []);
  await run(
    `insert into link_clicks (code, day, clicks)
     select code, (now() at time zone 'utc')::date - day, 100
     from (select code from affiliate_codes order by code limit ceil($1::int / 365.0)::int) codes
       cross join generate_series(0, 364) day
     limit $1::int`,
    [size],
  );
  await run(
    `insert into daily_counts (day, event, subject, count)
     select (now() at time zone 'utc')::date - day, event::counted_event, subject, 250
     from generate_series(0, 364) day cross join (
       select 'view' as event, case n when 1 then '/buy' else '/page-' || n end as subject from generate_series(1, 40) n
       union all select event, plan from unnest(array['plan-chosen', 'payment-begun']) event, unnest(array['basic', 'annual']) plan
       union all select 'download', 'Kithbook-1.0-' || file from unnest(array['mac.zip', 'mac.dmg', 'windows.zip']) file
     ) subjects`,
    [],
  );
  await run(
    `insert into newsletter_subscriptions (id, email, state, source, text_version, confirmed_at)
     select gen_random_uuid(), 'letter' || n || '@list.example', 'confirmed', '/', '2026-11', now() - n % 365 * interval '1 day'
     from generate_series(1, $1::int / 10) n`,
    [size],
  );
  await run(
    `update purchases
     set affiliate_id = clicked.affiliate_id,
       created_at = now() - mod(abs(hashtext(provider_id)), 365) * interval '1 day'
     from (
       select affiliate_id, row_number() over (order by code) as place
       from affiliate_codes where code in (select code from link_clicks)
     ) clicked
     where clicked.place = 1 + mod(abs(hashtext(purchases.provider_id)::bigint), (select count(distinct code) from link_clicks))`,
    [],
  );
  await run(
    "update payments set paid_at = now() - mod(abs(hashtext(provider_id)), 365) * interval '1 day'",
    [],
  );
  await run('set session_replication_role = default', []);
}
