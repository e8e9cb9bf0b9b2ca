import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Message } from '../../../../src/server/frame/context/mailer.ts';
import { signIn } from '../../accounts.ts';
import { newAffiliate } from '../../factories.ts';
import { runOutbox } from '../../frame/mail/killable-run.ts';
import { type Api, createTestDatabase, startApi, type TestDatabase } from '../../harness.ts';
import {
  affiliateLetterPath,
  emptyNewsletter,
  linkPaths,
  newLetter,
  newSubscription,
} from '../../newsletter-factories.ts';
import { signedResendEvent } from './signed-resend-event.ts';

const terms = newLetter({ slug: 'terms', audience: 'affiliates' });
const news = newLetter({ slug: 'news' });
/** Longer than the lease of a mail. */
const leaseIsOverMs = 121_000;

let database: TestDatabase;
let api: Api;
let token: string;
let aheadMs: number;
let sent: Message[];
beforeAll(async () => {
  database = await createTestDatabase();
  [api, token] = await Promise.all([startApi({ database, letters: [terms, news] }), signIn('admin')]);
});
afterAll(() => api.close());
beforeEach(async () => {
  await emptyNewsletter(api.rows);
  await api.rows('update affiliates set date_activated = null');
  aheadMs = 0;
  sent = [];
});

function asAdmin(method: string, path: string, body?: unknown) {
  return api.call(method, path, body, { token });
}

async function sendToAffiliates(recipients: number): Promise<void> {
  expect((await asAdmin('POST', '/api/letters/terms/send', { recipients })).status).toBe(204);
}

/** Runs the job that sends mails. */
function run(killAt = Infinity) {
  const open = () => ({
    send: (message: Message) => {
      sent.push(message);
      return Promise.resolve();
    },
    close: () => undefined,
  });
  return runOutbox({ db: database.db, now: () => new Date(Date.now() + aheadMs), open, killAt });
}

const recipients = () => [...new Set(sent.map(({ to }) => to))].sort();

const letterNumbers = async () => {
  const { body } = await asAdmin('GET', '/api/letters');
  const { letters } = body as { readonly letters: readonly { readonly slug: string }[] };
  return letters.find(({ slug }) => slug === 'terms');
};

const report = (email: string) => {
  const { body, headers } = signedResendEvent({ type: 'email.complained', data: { to: [email] } });
  return api.call('POST', '/api/mail/events', body, { headers });
};

test('a letter to affiliates goes to active ones who want it, and its number is theirs', async () => {
  const [active, muted, suppressed, gone] = [
    await newAffiliate(api.rows),
    await newAffiliate(api.rows),
    await newAffiliate(api.rows),
    await newAffiliate(api.rows),
  ];
  await newAffiliate(api.rows, { activeFrom: null });
  await newSubscription(api.rows);
  await api.rows("update affiliates set muted_mails = '{affiliate-letter}' where id = $1", [muted.id]);
  await report(suppressed.email);
  await api.rows(
    "update affiliates set email = null, name = 'Closed', date_activated = null, closed_at = now() where id = $1",
    [gone.id],
  );
  expect((await asAdmin('GET', '/api/newsletter/summary')).body).toMatchObject({
    affiliates: 1,
    confirmed: 1,
  });
  expect((await asAdmin('POST', '/api/letters/terms/send', { recipients: 5 })).body).toMatchObject({
    code: 'letter-recipients-changed',
    fields: [{ message: 'There is 1 affiliate now.' }],
  });
  await sendToAffiliates(1);
  expect(await api.rows('select kind, address, data from mails')).toEqual([
    { kind: 'affiliate-letter', address: active.email, data: { affiliate_id: active.id } },
  ]);
  expect((await asAdmin('GET', '/api/newsletter/summary')).body).toMatchObject({ waiting: { letters: 1 } });
  expect(await letterNumbers()).toMatchObject({ audience: 'affiliates', recipients: 1, waiting: 1 });
});

test('an affiliate who is also a reader gets each letter once, as one of its audience', async () => {
  const { email } = await newAffiliate(api.rows);
  await newSubscription(api.rows, 'confirmed', { email });
  await sendToAffiliates(1);
  expect((await asAdmin('POST', '/api/letters/news/send', { recipients: 1 })).status).toBe(204);
  await run();
  expect(sent.map(({ to }) => to)).toEqual([email, email]);
  expect(sent.map(({ headers }) => headers['List-Id']).sort()).toEqual([
    expect.stringContaining('Kithbook affiliates <affiliates.') as string,
    expect.stringContaining('Kithbook newsletter <newsletter.') as string,
  ]);
});

test('each affiliate gets the letter once when the job is killed between any two steps', async () => {
  const affiliates = [];
  for (let count = 0; count < 30; count += 1) affiliates.push(await newAffiliate(api.rows));
  const sends = await Promise.all(
    [1, 2].map(() => asAdmin('POST', '/api/letters/terms/send', { recipients: 30 })),
  );
  expect(sends.map(({ status }) => status).sort()).toEqual([204, 409]);
  let unmarked = 0;
  for (const killAt of [2, 9, 14, 21]) {
    const { accepted } = await run(killAt);
    const [left] = await api.rows(
      "select count(*)::int as mails from mails where id = any ($1::uuid[]) and state = 'waiting'",
      [accepted],
    );
    unmarked += Number(left?.['mails']);
    aheadMs += leaseIsOverMs;
  }
  await run();
  expect(recipients()).toEqual(affiliates.map(({ email }) => email).sort());
  // Only a mail that was accepted and not marked is sent again, with the same id.
  expect(new Set(sent.map(({ id }) => id)).size).toBe(30);
  expect(sent).toHaveLength(30 + unmarked);
  expect(await letterNumbers()).toMatchObject({ state: 'sent', recipients: 30, sent: 30, waiting: 0 });
});

test('the preview names the audience, and offers to stop the letters', async () => {
  const { body } = await asAdmin('GET', '/api/letters/terms');
  const { text } = body as { readonly text: string };
  expect(text).toContain('because you’re a Kithbook affiliate');
  expect(text).toContain('/api/newsletter/leave?token=');
  await asAdmin('POST', '/api/letters/terms/test');
  await run();
  expect(sent[0]?.text).toContain('because you’re a Kithbook affiliate');
});

test('one press stops the letters to an affiliate, and no other mail', async () => {
  const [leaves, stays] = [await newAffiliate(api.rows), await newAffiliate(api.rows)];
  await sendToAffiliates(2);
  const path = affiliateLetterPath(leaves.id);
  const version = () => api.rows('select muted_mails, version from affiliates where id = $1', [leaves.id]);
  const before = await version();
  // A scanner opens the link.
  expect(String((await api.call('GET', path)).body)).toContain('Stop these letters</button>');
  expect(await version()).toEqual(before);
  for (let press = 1; press <= 2; press += 1)
    expect(String((await api.call('POST', path, 'List-Unsubscribe=One-Click')).body)).toContain(
      'You’ll still get emails about your sales and payouts.',
    );
  expect(await version()).toEqual([{ muted_mails: ['affiliate-letter'], version: 2 }]);
  expect(
    await api.rows('select action, actor_id, after from audit_log where entity_id = $1', [leaves.id]),
  ).toEqual([
    { action: 'affiliate.mails', actor_id: 'anonymous', after: { muted_mails: ['affiliate-letter'] } },
  ]);
  await run();
  expect(recipients()).toEqual([stays.email]);
  expect(await letterNumbers()).toMatchObject({ state: 'sent', recipients: 2, sent: 1, cancelled: 1 });
});

test('a letter is not sent to an affiliate who was deactivated after it was queued', async () => {
  const { id } = await newAffiliate(api.rows);
  await sendToAffiliates(1);
  await asAdmin('POST', '/api/letters/terms/pause');
  await api.rows('update affiliates set date_activated = null where id = $1', [id]);
  await run();
  expect(await letterNumbers()).toMatchObject({ state: 'paused', waiting: 1 });
  await asAdmin('POST', '/api/letters/terms/resume');
  await run();
  expect(sent).toEqual([]);
  expect(await letterNumbers()).toMatchObject({ state: 'sent', sent: 0, cancelled: 1 });
});

test('a link that stops letters to affiliates ends no subscription, and the other way round', async () => {
  const affiliate = await newAffiliate(api.rows);
  const reader = await newSubscription(api.rows, 'confirmed', { email: affiliate.email });
  await api.call('POST', affiliateLetterPath(affiliate.id));
  expect(await api.rows('select state from newsletter_subscriptions')).toEqual([{ state: 'confirmed' }]);
  const other = await newAffiliate(api.rows);
  const { leavePath } = await newSubscription(api.rows, 'confirmed', { email: other.email });
  await api.call('POST', leavePath);
  expect(await api.rows('select muted_mails from affiliates where id = $1', [other.id])).toEqual([
    { muted_mails: [] },
  ]);
  for (const path of [affiliateLetterPath(reader.id), linkPaths(affiliate.id).leavePath])
    for (const method of ['GET', 'POST']) expect((await api.call(method, path)).status).toBe(404);
});
