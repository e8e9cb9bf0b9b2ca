import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MailError, type Mailer, type Message } from '../../../../src/server/frame/context/mailer.ts';
import type { MailKind } from '../../../../src/shared/mail-kinds.ts';
import { newConfirmedAccount, signIn } from '../../accounts.ts';
import { newAddressChange } from '../../people/addresses/address-change.ts';
import {
  type Api,
  createTestDatabase,
  emulatedIdentity,
  startApi,
  type TestDatabase,
} from '../../harness.ts';
import { emptyNewsletter, newMail } from '../../newsletter-factories.ts';
import { newLink } from '../../portal-sessions.ts';
import { runOutbox } from './killable-run.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

let database: TestDatabase;
let api: Api;
let token: string;
/** The clock of the API and the outbox. */
let now: number;
let sent: Message[];
beforeAll(async () => {
  database = await createTestDatabase();
  [api, token] = await Promise.all([
    startApi({ database, now: () => new Date(now), identity: emulatedIdentity() }),
    signIn('admin'),
  ]);
});
beforeEach(async () => {
  now = Date.now();
  sent = [];
  await emptyNewsletter(api.rows);
});
afterAll(() => api.close());

const accepting = (): Mailer => ({
  send: async (message) => void sent.push(message),
  close: () => undefined,
});
const greylisting = (): Mailer => ({
  send: () => Promise.reject(new MailError('refused-for-now', '451 4.7.1 Greylisted')),
  close: () => undefined,
});
const run = (open: () => Mailer) => runOutbox({ db: database.db, now: () => new Date(now), open });

/** Runs the outbox every minute, as the job does. */
async function runFor(ms: number, open: () => Mailer): Promise<void> {
  for (const end = now + ms; now < end; now += minuteMs) await run(open);
}

/** Queues the mail of a record as the change that it tells of does. */
const queue = (kind: MailKind, id: string, data: object) =>
  newMail(api.rows, {
    kind,
    subject_id: id,
    data: JSON.stringify(data),
    address: 'ada@mail.example',
    due_at: new Date(now).toISOString(),
    created_at: new Date(now).toISOString(),
  });

/** Asks for a link to the purchases. Its mail waits. Returns the token. */
async function askForLink(): Promise<string> {
  const link = await newLink(api.rows, 'ada@mail.example');
  const [id = ''] = link.split('.');
  await queue('purchases-link', id, { session_id: id, asked_at: new Date(now).toISOString() });
  return link;
}

const open = (link: string) => api.call('POST', '/api/portal/open', { token: link });

describe('the time of a link begins when its mail is sent', () => {
  test('a link that a greylist delays for 8 minutes works for 15 minutes', async () => {
    const [first, second] = [await askForLink(), await askForLink()];
    await runFor(8 * minuteMs, greylisting);
    await runFor(10 * minuteMs, accepting);
    expect(sent).toHaveLength(2);
    const [mail] = await api.rows("select finished_at from mails where kind = 'purchases-link'");
    const sentAt = Number(mail?.finished_at);
    now = sentAt + 15 * minuteMs - 1_000;
    expect((await open(first)).status).toBe(200);
    now = sentAt + 15 * minuteMs;
    expect(await open(second)).toMatchObject({ status: 404, body: { code: 'portal-link-invalid' } });
  });

  test('a link to a new address works for a day, and the undo for a week', async () => {
    const account = await newConfirmedAccount();
    // The request comes after the account's sign-in.
    now = Date.now() + 1_000;
    const change = await newAddressChange(api, account);
    now += 2 * dayMs;
    await run(accepting);
    now += 23 * hourMs;
    const confirmed = await api.call('POST', '/api/account/address/confirm', { token: change.confirm });
    expect(confirmed.status).toBe(200);
    now += 4 * dayMs;
    await run(accepting);
    now += 6 * dayMs + 23 * hourMs;
    const undone = await api.call('POST', '/api/account/address/undo', { token: change.undo });
    expect(undone.status).toBe(200);
  });
});

describe('a mail whose link would be too old is given up, and never retried', () => {
  test.each([
    ['purchases-link', { session_id: 's1', asked_at: '2026-11-03T09:30:00Z' }, 12 * hourMs],
    ['address-confirmation', { change_id: 'c1', email: 'ada@mail.example' }, 3 * dayMs],
    [
      'address-changed',
      { change_id: 'c1', email: 'a…@mail.example', changed_at: '2026-11-03T09:30:00Z' },
      5 * dayMs,
    ],
    ['newsletter-confirmation', { subscription_id: 's1' }, 7 * dayMs],
  ] as const)('%s', async (kind, data, sendWithinMs) => {
    const [early, late] = [await queue(kind, 'early', data), await queue(kind, 'late', data)];
    await api.rows("update mails set due_at = due_at + $2 * interval '1 second' where id = $1", [
      late,
      sendWithinMs / 1_000,
    ]);
    now += sendWithinMs - 1_000;
    await run(accepting);
    expect(sent.map(({ id }) => id)).toEqual([early]);
    now += 1_000;
    await run(accepting);
    expect(sent).toHaveLength(1);
    expect(await api.rows('select state, last_error from mails where id = $1', [late])).toEqual([
      { state: 'failed', last_error: 'Its link has expired.' },
    ]);
    expect((await api.call('POST', '/api/mails/retry', undefined, { token })).body).toEqual({ mails: 0 });
  });
});
