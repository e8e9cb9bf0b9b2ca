import { expect, test } from 'vitest';
import { releaseFile } from '../../../../src/shared/release-file.ts';
import { type Api, createTestDatabase, startApi } from '../../harness.ts';
import type { Row, Rows } from '../../rows.ts';

const now = new Date('2026-03-01T12:00:00Z');

/** Everything that differs between two visitors: the address, the browser, the language, the cookies and the way to the page. */
interface Visitor {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
}

const visitors: readonly [Visitor, Visitor] = [
  {
    address: '192.0.2.7',
    headers: {
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/140.0',
      'accept-language': 'en-US',
      cookie: 'affiliate_code=ada0001',
      referer: 'https://kithbook.example/?ref=ada0001',
      'x-forwarded-for': '192.0.2.7',
    },
  },
  {
    address: '2001:db8::9',
    headers: {
      'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Safari/604.1',
      'accept-language': 'de-DE,de;q=0.9',
      cookie: 'purchases_session=abc; theme=dark',
      referer: 'https://search.example/?q=address+book',
      'x-forwarded-for': '2001:db8::9',
      'sec-ch-ua-platform': '"iOS"',
    },
  },
];

const journey = [
  '/api/counts/view?of=/',
  '/api/counts/view?of=/buy',
  '/api/counts/plan-chosen?of=basic',
  '/api/counts/payment-begun?of=basic',
  '/api/counts/view?of=/download',
  `/api/counts/download?of=${releaseFile('1.0.0', 'mac.zip')}`,
  '/api/counts/view?of=not-a-page',
  // The same with a link of the owner, and with an invented one.
  '/api/counts/view?of=/&from=spring',
  '/api/counts/plan-chosen?of=basic&from=spring',
  '/api/counts/payment-begun?of=basic&from=spring',
  '/api/counts/paid?of=basic&from=spring',
  `/api/counts/download?of=${releaseFile('1.0.0', 'mac.zip')}&from=spring`,
  '/api/counts/view?of=/&from=autumn',
];

/** Removes the values that differ between any two requests: random ids and durations. */
function withoutIdsAndTimes(line: Row): Row {
  const { requestId: _id, ms: _ms, db, ...rest } = line;
  return { ...rest, ...(typeof db === 'object' && { db: { ...db, ms: 0 } }) };
}

/** Returns the rows of every table as texts. */
async function readTables(rows: Rows): Promise<Record<string, readonly string[]>> {
  const tables = await rows("select tablename from pg_tables where schemaname = 'public' order by 1", []);
  const content: Record<string, readonly string[]> = {};
  for (const { tablename } of tables) {
    const table = String(tablename);
    const texts = await rows(`select to_jsonb(t)::text as row from "${table}" t order by 1`, []);
    content[table] = texts.map(({ row }) => String(row));
  }
  return content;
}

/** Follows an affiliate's link and makes the journey, in a database of its own. Returns the rows of the changed tables, and the log. */
async function travel({ address, headers }: Visitor) {
  const database = await createTestDatabase();
  const api: Api = await startApi({ database, now: () => now });
  await api.rows(
    "insert into owner_links (id, name, code) values ('00000000-0000-7000-8000-00000000cafe', 'Spring letter', 'spring')",
  );
  const before = await readTables(api.rows);
  await api.call('POST', '/api/referral', { code: 'ada0001' }, { address, headers });
  for (const path of journey) await api.call('POST', path, undefined, { address, headers });
  const after = await readTables(api.rows);
  await api.close();
  const changed = Object.entries(after).filter(([table, rows]) => rows.join() !== before[table]?.join());
  return { changed: Object.fromEntries(changed), log: api.log.map(withoutIdsAndTimes) };
}

test('the same journey by two different visitors leaves the same rows and the same log lines', async () => {
  const [first, second] = [await travel(visitors[0]), await travel(visitors[1])];
  expect(second).toEqual(first);
  expect(Object.keys(first.changed)).toEqual(['daily_counts', 'link_clicks', 'owner_link_counts']);
  expect(first.changed.daily_counts).toHaveLength(6);
  expect(first.changed.link_clicks).toHaveLength(1);
  expect(first.changed.owner_link_counts).toHaveLength(5);
  expect(first.log).toHaveLength(journey.length + 1);
  const text = JSON.stringify([first, second]);
  for (const { address, headers } of visitors)
    for (const value of [address, ...Object.values(headers)]) expect(text).not.toContain(value);
});
