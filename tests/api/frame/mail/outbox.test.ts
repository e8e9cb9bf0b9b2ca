import { isDeep } from '../../../seed.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MailError, type Mailer, type Message } from '../../../../src/server/frame/context/mailer.ts';
import { createTestDatabase, type TestDatabase } from '../../harness.ts';
import { newMail, newSubscription, queueLetter } from '../../newsletter-factories.ts';
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
const kills = isDeep ? 100 : 25;

test('kills lose no mail, and only a kill between sending and marking sends a mail again, with the same id', async () => {
  await insertMails(1_500);
  const expected = new Map<string, number>();
  const killedBefore = new Set<Step | null>();
  for (let kill = 1; kill <= kills; kill += 1) {
    const result = await run(accepting, 1 + (kill % 50));
    killedBefore.add(result.killedBefore);
    const unmarked = await database.rows(
      "select id from mails where id = any ($1::uuid[]) and state = 'waiting'",
      [result.accepted],
    );
    for (const { id } of unmarked) expected.set(String(id), (expected.get(String(id)) ?? 1) + 1);
    now += leaseIsOverMs;
  }
  expect(killedBefore).toEqual(new Set(['claim', 'send', 'mark']));
  expect(expected.size).toBeGreaterThan(0);

  expect((await run()).killedBefore).toBeNull();
  expect(await database.rows("select id from mails where state <> 'sent'")).toEqual([]);
  const ids = await database.rows('select id from mails');
  expect(copies()).toEqual(new Map(ids.map(({ id }) => [String(id), expected.get(String(id)) ?? 1])));
  expect(await database.rows('select 1 from mails where data is not null')).toEqual([]);
}, 120_000);

test('after an hour without the mail server all mails are sent within two minutes, and no attempt was counted', async () => {
  const down = () => failing(new Error('connect ECONNREFUSED'));
  for (let minute = 0; minute < 60; minute += 1) {
    await insertMails(3);
    await run(down);
    now += minuteMs;
  }
  const back = now;
  while (now <= back + minuteMs) {
    await run();
    now += minuteMs;
  }
  expect(now).toBeLessThanOrEqual(back + 2 * minuteMs);
  expect([...copies().values()]).toEqual(Array.from({ length: 180 }, () => 1));
  expect(await states()).toEqual([{ state: 'sent', attempts: 1, mails: 180 }]);
});

test('a refused recipient is given up at once, and the error is kept without the address', async () => {
  const id = await newMail(database.rows, { address: 'gone@mail.example', due_at: clock().toISOString() });
  await run(() => failing(new MailError('refused-without-code', '550 <gone@mail.example>: no such mailbox')));
  expect(await database.rows('select * from mails where id = $1', [id])).toMatchObject([
    {
      state: 'failed',
      attempts: 1,
      address: 'gone@mail.example',
      last_error: '550 <the address>: no such mailbox',
      data: expect.any(Object) as object,
    },
  ]);
});

test('a mail that somebody waits for comes before a letter', async () => {
  const readers = [];
  for (let reader = 0; reader < 20; reader += 1)
    readers.push(await newSubscription(database.rows, 'confirmed'));
  const due = new Date(start - minuteMs).toISOString();
  await queueLetter(database.rows, readers);
  await database.rows('update mails set due_at = $1', [due]);
  const receipt = await newMail(database.rows, { due_at: clock().toISOString() });
  await run();
  expect(sent).toHaveLength(21);
  expect(sent.slice(0, 5).map(({ id }) => id)).toContain(receipt);
});

test('every letter has the link and the header for unsubscribing with one click', async () => {
  const reader = await newSubscription(database.rows, 'confirmed');
  await queueLetter(database.rows, [reader]);
  await database.rows('update mails set due_at = $1', [clock().toISOString()]);
  await run();
  const leave = `https://site.example${reader.leavePath}`;
  expect(sent).toMatchObject([
    {
      to: reader.email,
      headers: { 'List-Unsubscribe': `<${leave}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    },
  ]);
  expect(sent[0]?.text).toContain(leave);
});
