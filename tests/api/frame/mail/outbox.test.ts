import { isDeep } from '../../../seed.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Mailer, type Message } from '../../../../src/server/frame/context/mailer.ts';
import { createTestDatabase, type TestDatabase } from '../../harness.ts';
import { runOutbox, type Step } from './killable-run.ts';

const start = Date.parse('2026-11-02T12:00:00Z');
const minuteMs = 60_000;
/** Longer than the lease of a mail. */
const leaseIsOverMs = 121_000;

let database: TestDatabase;
let now: number;
let sent: Message[];
beforeEach(async () => {
  database = await createTestDatabase();
  now = start;
  sent = [];
});
afterEach(() => database.close());

const clock = () => new Date(now);
const pause = (ms: number) => new Promise((resolve) => void setTimeout(resolve, ms));

/** A mail server that accepts every mail. */
const accepting = (): Mailer => ({
  send: async (message) => {
    await pause(Math.random() * 2);
    sent.push(message);
  },
  close: () => undefined,
});
/** A mail server that answers every mail with an error. */
const failing = (error: Error): Mailer => ({ send: () => Promise.reject(error), close: () => undefined });

const run = (open = accepting, killAt?: number) =>
  runOutbox({ db: database.db, now: clock, open, ...(killAt !== undefined && { killAt }) });

/** Inserts mails that are due at the moment of the clock. */
const insertMails = (count: number) =>
  database.rows(
    `insert into mails (id, kind, subject_id, address, data, due_at)
     select gen_random_uuid(), 'newsletter-confirmation', gen_random_uuid(), 'reader' || n || '@mail.example',
       jsonb_build_object('subscription_id', gen_random_uuid()), $2::timestamptz
     from generate_series(1, $1::int) as n`,
    [count, clock().toISOString()],
  );
const states = () =>
  database.rows('select state, attempts, count(*)::int as mails from mails group by 1, 2 order by 1, 2');

/** Counts the copies of each mail. */
function copies(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { id } of sent) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

test('a worker that cannot mark its mail sends no other, since it would be sent again', async () => {
  await insertMails(20);
  await database.rows(
    "create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$",
  );
  await database.rows(
    "create trigger refuse_sent before update on mails for each row when (new.state = 'sent') execute function refuse()",
  );
  await expect(run()).rejects.toThrow('refused');
  expect(copies().size).toBe(5);
});

/** The number of kills. The deep run proves the number that the documentation states. */
const kills = isDeep ? 100 : 8;

test('kills lose no mail, and only a kill between sending and marking sends a mail again, with the same id', async () => {
  await insertMails(20 * kills);
  const expected = new Map<string, number>();
  const killedBefore = new Set<Step | null>();
  for (let kill = 1; kill <= kills; kill += 1) {
    const result = await run(accepting, 1 + ((kill * 7) % 50));
    killedBefore.add(result.killedBefore);
    const unmarked = await database.rows(
      "select id from mails where id = any ($1::uuid[]) and state = 'waiting'",
      [result.accepted],
    );
    for (const { id } of unmarked) expected.set(String(id), (expected.get(String(id)) ?? 1) + 1);
    now += leaseIsOverMs;
  }
  if (isDeep) expect(killedBefore).toEqual(new Set(['claim', 'send', 'mark']));
  expect(expected.size).toBeGreaterThan(0);

  expect((await run()).killedBefore).toBeNull();
  expect(await database.rows("select id from mails where state <> 'sent'")).toEqual([]);
  const ids = await database.rows('select id from mails');
  expect(copies()).toEqual(new Map(ids.map(({ id }) => [String(id), expected.get(String(id)) ?? 1])));
  expect(await database.rows('select 1 from mails where data is not null')).toEqual([]);
}, 120_000);

test('after an hour without the mail server all mails are sent within two minutes, and no attempt was counted', async () => {
  const down = () => failing(new Error('connect ECONNREFUSED'));
  for (let turn = 0; turn < 6; turn += 1) {
    await insertMails(3);
    await run(down);
    now += 10 * minuteMs;
  }
  const back = now;
  while (now <= back + minuteMs) {
    await run();
    now += minuteMs;
  }
  expect(now).toBeLessThanOrEqual(back + 2 * minuteMs);
  expect([...copies().values()]).toEqual(Array.from({ length: 18 }, () => 1));
  expect(await states()).toEqual([{ state: 'sent', attempts: 1, mails: 18 }]);
});
