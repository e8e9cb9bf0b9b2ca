import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newContext } from '../../../../src/server/frame/context/context.ts';
import { unconfiguredIdentity } from '../../../../src/server/frame/context/identity.ts';
import * as mails from '../../../../src/server/frame/mail/mail-queue.ts';
import * as actions from '../../../../src/server/money/paypal-actions/action-queue.ts';
import { createPayPal } from '../../../../src/server/clients/paypal/paypal-client.ts';
import * as events from '../../../../src/server/money/webhooks/event-queue.ts';
import { createTestDatabase, credentials, settings, type TestDatabase } from '../../harness.ts';
import { newMail } from '../../newsletter-factories.ts';
import { fixtures } from './fixtures.ts';

const start = Date.parse('2026-11-02T12:00:00Z');
/** Longer than a lease. */
const leaseIsOverMs = 121_000;

let database: TestDatabase;
let now: number;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  now = start;
  for (const table of ['mails', 'paypal_actions', 'webhook_events'])
    await database.rows(`delete from ${table}`);
});
afterAll(() => database.close());

/** Returns a worker's context at the moment of the clock. */
const worker = () =>
  newContext(
    {
      db: database.db,
      paypal: createPayPal({ ...credentials, apiUrl: 'http://127.0.0.1:9' }),
      identity: unconfiguredIdentity,
      settings,
      now: () => new Date(now),
    },
    'worker',
  );

/** Returns what a worker has claimed. */
async function claimed<T>(claim: Promise<T | null>): Promise<T> {
  const row = await claim;
  if (row === null) throw new Error('Nothing is due.');
  return row;
}

const claimMail = () => claimed(mails.claimDueMail(worker(), true));
const claimAction = () => claimed(actions.claimDueAction(worker()));
const claimEvent = () => claimed(events.claimDueEvent(worker()));
const event = {
  id: 'WH-1',
  event_type: 'X',
  create_time: new Date(start).toISOString(),
  resource: { id: 'R' },
};
const due = new Date(start).toISOString();

const insertMail = () => newMail(database.rows, { due_at: due });
const insertAction = async () => {
  const { purchase, other } = fixtures(database.rows);
  const purchaseId = await purchase({ type: 'subscription', plan_id: 'annual', state: 'active' });
  await other('paypal_actions', {
    kind: 'cancel',
    purchase_id: purchaseId,
    requested_by: 'buyer',
    due_at: due,
  });
};
const insertEvent = async () => {
  const stored = await claimed(events.storeAndClaimEvent(worker(), event));
  await events.markFailed(worker(), stored, { reason: 'not yet', next: new Date(start) });
};

const mailWays = [
  ['sent', mails.markSent],
  ['given up', (...[at, mail]: Parameters<typeof mails.markSent>) => mails.giveUpMail(at, mail, 'no')],
  ['retried', (...[at, mail]: Parameters<typeof mails.markSent>) => mails.retryMail(at, mail, 'later')],
  ['put back', (...[at, mail]: Parameters<typeof mails.markSent>) => mails.putMailBack(at, mail, 'down')],
] as const;
const actionWays = [
  ['done', actions.markDone],
  [
    'refused',
    (...[at, action]: Parameters<typeof actions.markDone>) => actions.markRefused(at, action, 'NO'),
  ],
  [
    'retried',
    (...[at, action]: Parameters<typeof actions.markDone>) => actions.retryAction(at, action, 'later'),
  ],
] as const;
type EventEnd = (context: ReturnType<typeof worker>, event: events.ClaimedEvent) => Promise<void>;
const eventWays: readonly (readonly [string, EventEnd])[] = [
  ['processed', (at, claim) => events.markProcessed(at, claim, { state: 'processed', lastError: null })],
  ['ignored', (at, claim) => events.markProcessed(at, claim, { state: 'ignored', lastError: 'not ours' })],
  ['failed', (at, claim) => events.markFailed(at, claim, { reason: 'no', next: new Date(now) })],
  ['given up', (at, claim) => events.markFailed(at, claim, { reason: 'no', next: null })],
];

/** Two workers claim a row. The first outlives its lease and ends it, then the second. Only the second may change the row. */
async function expectOnlySuccessorEnds<T>(
  table: string,
  insert: () => Promise<unknown>,
  claim: () => Promise<T>,
  end: (at: ReturnType<typeof worker>, row: T) => Promise<unknown>,
): Promise<void> {
  const read = () => database.rows(`select * from ${table}`);
  await insert();
  const first = await claim();
  now += leaseIsOverMs;
  const second = await claim();
  const before = await read();
  await end(worker(), first);
  expect(await read()).toEqual(before);
  await end(worker(), second);
  expect(await read()).toMatchObject([{ leased_until: null }]);
  expect(await read()).not.toEqual(before);
}

describe('a worker that outlives its lease leaves the row to the next worker', () => {
  test.each(mailWays)('a mail that it says is %s', async (_way, end) => {
    await expectOnlySuccessorEnds('mails', insertMail, claimMail, end);
  });
  test.each(actionWays)('an action of PayPal that it says is %s', async (_way, end) => {
    await expectOnlySuccessorEnds('paypal_actions', insertAction, claimAction, end);
  });
  test.each(eventWays)('an event of PayPal that it says is %s', async (_way, end) => {
    await expectOnlySuccessorEnds('webhook_events', insertEvent, claimEvent, end);
  });
});

test('a worker whose lease is over ends the row if nobody has claimed it since', async () => {
  await insertMail();
  const mail = await claimMail();
  now += leaseIsOverMs;
  await mails.markSent(worker(), mail);
  expect(await database.rows('select state from mails')).toEqual([{ state: 'sent' }]);
});

test('a worker of a former attempt leaves a mail alone that an admin has retried', async () => {
  await insertMail();
  const first = await claimMail();
  now += leaseIsOverMs;
  await mails.giveUpMail(worker(), await claimMail(), 'no such mailbox');
  await database.rows("update mails set state = 'waiting', attempts = 0, finished_at = null");
  const retried = await claimMail();
  expect(retried.attempts).toBe(first.attempts);
  await mails.markSent(worker(), first);
  expect(await database.rows('select state from mails')).toEqual([{ state: 'waiting' }]);
});
