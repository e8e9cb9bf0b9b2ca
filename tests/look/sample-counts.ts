/** Runs a statement. */
type Query = (text: string, values?: unknown[]) => Promise<unknown>;

/** Inserts a year of counted events and clicks. The numbers vary with the day of the year and the length of the subject. */
export async function insertSampleCounts(query: Query): Promise<void> {
  for (const [event, subject, most] of [
    ['view', '/', 420],
    ['view', '/buy', 160],
    ['view', '/features', 130],
    ['view', '/download', 90],
    ['view', '/why', 60],
    ['view', '/affiliate-program', 45],
    ['view', '/a-page-with-a-long-address/for-the-narrowest-phones', 8],
    ['plan-chosen', 'basic', 30],
    ['plan-chosen', 'annual', 22],
    ['payment-begun', 'basic', 14],
    ['payment-begun', 'annual', 12],
    ['download', 'Kithbook-1.0-mac.zip', 18],
    ['download', 'Kithbook-1.0-windows.zip', 25],
  ] as const)
    await query(
      `insert into daily_counts (day, event, subject, count)
       select current_date - n, $1::counted_event, $2, greatest(1, ($3 * (1 - n / 500.0) * (0.6 + 0.4 * sin(n / 3.0 + length($2))))::int)
       from generate_series(0, 330) n where n % 41 <> 7`,
      [event, subject, most],
    );
  await query(
    `insert into link_clicks (code, day, clicks)
     select code, current_date - n, greatest(1, (length(code) * (1 - n / 200.0))::int)
     from affiliate_codes cross join generate_series(0, 150, 3) n`,
  );
  await query(
    `with links as (
       insert into owner_links (id, name, code)
       select gen_random_uuid(), name, code
       from (values ('Letter of November', 'novembr1'), ('Talk at the genealogy society of Bath', 'talk0001')) names (name, code)
       returning id
     )
     insert into owner_link_counts (link_id, day, event, count)
     select id, current_date - n, event, 3 + n % 7 from links cross join unnest(enum_range(null::link_event)) event
     cross join generate_series(0, 60) n`,
  );
}
