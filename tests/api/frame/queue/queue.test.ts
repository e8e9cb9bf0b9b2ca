import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mailQueue } from '../../../../src/server/frame/mail/mail-queue.ts';
import * as queue from '../../../../src/server/frame/queue/queue.ts';
import { runQueue } from '../../../../src/server/frame/queue/run-queue.ts';
import { eventQueue } from '../../../../src/server/money/webhooks/event-queue.ts';
import { createTestDatabase, type TestDatabase } from '../../harness.ts';
import { newMail } from '../../newsletter-factories.ts';
import type { Row } from '../../rows.ts';
import { fixtures } from '../db/fixtures.ts';

const start = Date.parse('2026-11-02T12:00:00Z');
const minute = 60_000;
/** Longer than a lease. */
const leaseIsOverMs = 2 * minute + 1_000;

let database: TestDatabase;
let now: number;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  now = start;
  await database.rows('delete from mails');
});
afterAll(() => database.close());

const services = () => ({ db: database.db, now: () => new Date(now) });
const clock = () => ({ db: database.db, now: new Date(now) });
const insert = (changes: Row = {}) =>
  newMail(database.rows, { due_at: new Date(start).toISOString(), ...changes });
const read = () => database.rows('select * from mails order by id');

/** Claims the mail that is due first. */
async function claim() {
  const mail = await queue.claimDue(mailQueue, clock());
  if (!mail) throw new Error('Nothing is due.');
  return mail;
}

type End = (mail: queue.Claim) => Promise<unknown>;
const finish: End = (mail) => {
  const set = { state: 'sent', data: null, finishedAt: new Date(now) } as const;
  return queue.endLease(mailQueue, clock(), mail, set);
};
const ends: readonly (readonly [string, End])[] = [
  ['is done', finish],
  ['has failed', (mail) => queue.failAttempt(mailQueue, clock(), mail, 'busy')],
  ['is given up', (mail) => queue.giveUp(mailQueue, clock(), mail, 'gone')],
];

describe('a worker', () => {
  test.each(ends)('that outlives its lease says in vain that its row %s', async (_case, end) => {
    await insert();
    const first = await claim();
    now += leaseIsOverMs;
    const second = await claim();
    const before = await read();
    await end(first);
    expect(await read()).toEqual(before);
    await end(second);
    expect(await read()).toMatchObject([{ leased_until: null }]);
    expect(await read()).not.toEqual(before);
  });

  test('whose lease is over ends its row if nobody has claimed it since', async () => {
    await insert();
    const mail = await claim();
    now += leaseIsOverMs;
    await finish(mail);
    expect(await read()).toMatchObject([{ state: 'sent' }]);
  });

  test('of a former attempt leaves a row alone that an admin has made due again', async () => {
    await insert();
    const first = await claim();
    now += leaseIsOverMs;
    await queue.giveUp(mailQueue, clock(), await claim(), 'no such mailbox');
    await database.rows("update mails set state = 'waiting', attempts = 0, finished_at = null");
    expect((await claim()).attempts).toBe(first.attempts);
    await finish(first);
    expect(await read()).toMatchObject([{ state: 'waiting' }]);
  });
});

test('simultaneous workers claim different rows', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, () => insert()));
  const claims = await Promise.all(Array.from({ length: 20 }, () => queue.claimDue(mailQueue, clock())));
  expect(claims.flatMap((mail) => mail?.id ?? []).sort()).toEqual(ids.sort());
});

/** The minutes that a row waits after each failed attempt, until it is given up. */
async function failUntilGivenUp<Table extends queue.QueueTable, Columns extends queue.ClaimColumns>(
  failing: queue.Queue<Table, Columns>,
  dueAt: string,
): Promise<number[]> {
  const waits: number[] = [];
  for (;;) {
    const claimed = await queue.claimDue(failing, clock());
    if (!claimed) throw new Error('The row is not due.');
    if (await queue.failAttempt(failing, clock(), claimed, 'busy')) return waits;
    const [row] = await database.rows(dueAt);
    const due = Number(row?.due_at);
    waits.push((due - now) / minute);
    now = due;
  }
}

describe('the waits between failed attempts double from one minute up to six hours, until', () => {
  const doubled = [1, 2, 4, 8, 16, 32, 64, 128, 256, 360];
  const days = (waits: readonly number[]) => waits.reduce((sum, wait) => sum + wait, 0) / 60 / 24;

  test('a mail is given up after four days', async () => {
    await insert();
    const waits = await failUntilGivenUp(
      mailQueue,
      'select extract(epoch from due_at)::float8 * 1000 as due_at from mails',
    );
    expect(waits.slice(0, 10)).toEqual(doubled);
    expect(Math.round(days(waits))).toBe(4);
    expect(await read()).toMatchObject([{ state: 'failed', attempts: 24, last_error: 'busy' }]);
  });

  test('an event of PayPal is given up after two weeks', async () => {
    const due = {
      next_attempt_at: new Date(start).toISOString(),
      occurred_at: new Date(start).toISOString(),
    };
    await fixtures(database.rows).other('webhook_events', { id: 'WH-1', type: 'X', body: '{}', ...due });
    const waits = await failUntilGivenUp(
      eventQueue,
      'select extract(epoch from next_attempt_at)::float8 * 1000 as due_at from webhook_events',
    );
    expect(waits.slice(0, 10)).toEqual(doubled);
    expect(Math.floor(days(waits))).toBe(14);
    expect(await database.rows('select * from webhook_events')).toMatchObject([
      { state: 'failed', attempts: 65, next_attempt_at: null, last_error: 'busy' },
    ]);
  });
});

describe('a run', () => {
  const limits = { startWithinMs: 10_000, workers: 1, onFailed: () => undefined };

  test('does the other rows if the work of one throws, reports it, and throws its error at the end', async () => {
    const [failing, ...others] = [await insert(), await insert(), await insert()];
    const failed: unknown[] = [];
    const onFailed = (id: string) => void failed.push(id);
    const run = runQueue(mailQueue, services(), { ...limits, onFailed }, () => async (mail) => {
      if (mail.id === failing) throw new Error('The disk is full');
      await finish(mail);
    });
    await expect(run).rejects.toThrow('The disk is full');
    expect(failed).toEqual([failing]);
    const sent = await database.rows(
      "select id from mails where state = 'sent' and leased_until is null order by id",
    );
    expect(sent.map(({ id }) => id)).toEqual(others.sort());
    now += leaseIsOverMs;
    expect((await claim()).id).toBe(failing);
  });

  test('starts no row after its time', async () => {
    await Promise.all([insert(), insert()]);
    await runQueue(mailQueue, services(), limits, () => async (mail) => {
      now += limits.startWithinMs + 1;
      await finish(mail);
    });
    expect((await read()).map(({ state }) => state).sort()).toEqual(['sent', 'waiting']);
  });
});
