/** Runs a statement with these values. */
type Run = (text: string, values: unknown[]) => Promise<unknown>;

/**
 * Inserts `size` affiliates, customers and profiles. Names repeat and differ in case, and times repeat. A third of the affiliates is
 * not active, and one in a hundred is closed.
 */
export async function seedLists(run: Run, size: number): Promise<void> {
  await run(
    `insert into affiliates (id, name, email, code, date_created, date_activated, closed_at)
     select gen_random_uuid(), case when n % 2 = 0 then 'Person ' else 'person ' end || n % 5000,
       case when n % 100 = 0 then null else 'person' || n || '@list.example' end, 'person' || n,
       timestamptz '2020-01-01T00:00:00Z' + (n / 3) * interval '7 minutes',
       case when n % 3 = 0 or n % 100 = 0 then null
         else timestamptz '2021-01-01T00:00:00Z' + (n / 5) * interval '7 minutes' end,
       case when n % 100 = 0 then now() end
     from generate_series(1, $1::int) n`,
    [size],
  );
  await run(
    `insert into customers (id, name, email, created_at)
     select gen_random_uuid(), case when n % 4 = 0 then null when n % 2 = 0 then 'Reader ' || n % 5000
         else 'reader ' || n % 5000 end,
       'reader' || n || '@list.example', timestamptz '2020-01-01T00:00:00Z' + (n / 3) * interval '7 minutes'
     from generate_series(1, $1::int) n`,
    [size],
  );
  await run(
    `insert into user_profiles (id, user_id, name, email, created_at)
     select gen_random_uuid(), case when n % 2 = 0 then 'User-' else 'user-' end || n,
       case when n % 4 = 0 then null when n % 2 = 0 then 'Member ' || n % 5000 else 'member ' || n % 5000 end,
       case when n % 3 > 0 then 'member' || n || '@list.example' end,
       timestamptz '2020-01-01T00:00:00Z' + (n / 3) * interval '7 minutes'
     from generate_series(1, $1::int) n`,
    [size],
  );
  for (const list of ['affiliates', 'customers', 'user_profiles']) await run(`analyze ${list}`, []);
}
