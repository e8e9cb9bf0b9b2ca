import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { signIn } from '../../accounts.ts';
import { fixtures } from '../../frame/db/fixtures.ts';
import { type Api, startApi } from '../../harness.ts';
import { newEmail } from '../../factories.ts';
import { emptyNewsletter, newSubscription } from '../../newsletter-factories.ts';

let api: Api;
let token: string;
beforeAll(async () => {
  [api, token] = await Promise.all([startApi(), signIn('admin')]);
});
afterAll(() => api.close());
beforeEach(() => emptyNewsletter(api.rows));

function asAdmin(method: string, path: string) {
  return api.call(method, `/api/newsletter${path}`, undefined, { token });
}

async function listed(query: string) {
  const { status, body, headers } = await asAdmin('GET', query);
  expect(status).toBe(200);
  const { subscriptions } = body as { readonly subscriptions: readonly { readonly email: string }[] };
  return { emails: subscriptions.map(({ email }) => email), next: headers.get('x-next-cursor') };
}

test('an admin lists the subscriptions, newest first, with source and dates', async () => {
  const { email, id } = await newSubscription(api.rows, 'left', { name: 'Ada', source: '/features' });
  expect((await asAdmin('GET', '')).body).toEqual({
    subscriptions: [
      {
        id,
        email,
        name: 'Ada',
        state: 'left',
        source: '/features',
        text_version: '2026-11',
        created_at: '2026-11-01T12:00:00.000Z',
        asked_at: '2026-11-01T12:00:00.000Z',
        confirmed_at: '2026-11-01T12:05:00.000Z',
        left_at: '2026-11-02T12:00:00.000Z',
        left_reason: 'page',
      },
    ],
  });
});

test('an admin searches, filters, sorts and pages the subscriptions', async () => {
  const b = await newSubscription(api.rows, 'asked', { email: 'b@mail.example' });
  const c = await newSubscription(api.rows, 'confirmed', { email: 'C@mail.example', source: '/why' });
  const a = await newSubscription(api.rows, 'confirmed', { email: 'a@mail.example', name: 'Grace' });
  expect((await listed('?sort=email')).emails).toEqual([a.email, b.email, c.email]);
  expect((await listed('?state=confirmed&sort=-email')).emails).toEqual([c.email, a.email]);
  expect((await listed('?q=GRACE')).emails).toEqual([a.email]);
  expect((await listed('?q=/why')).emails).toEqual([c.email]);
  const { emails, next } = await listed('?sort=email&limit=2');
  expect(emails).toEqual([a.email, b.email]);
  expect((await listed(`?sort=email&limit=2&cursor=${String(next)}`)).emails).toEqual([c.email]);
  expect((await asAdmin('GET', '?state=buyer')).status).toBe(422);
});

test('the export contains only confirmed addresses, under any filter of the list', async () => {
  await newSubscription(api.rows, 'asked');
  await newSubscription(api.rows, 'left');
  const { email } = await newSubscription(api.rows, 'confirmed', { name: 'Ada', source: '/why' });
  const { headers, body } = await asAdmin('GET', '/export?state=asked');
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="newsletter-[-\d]+\.csv"$/);
  expect(String(body).replace('\uFEFF', '').split('\r\n')).toEqual([
    'email,name,source,text_version,asked_at,confirmed_at',
    `${email},Ada,/why,2026-11,2026-11-01T12:00:00.000Z,2026-11-01T12:05:00.000Z`,
    '',
  ]);
});

test('the summary counts subscriptions by state and the mails that wait', async () => {
  for (const state of ['asked', 'asked', 'confirmed', 'left'] as const)
    await newSubscription(api.rows, state);
  await waitingMail('newsletter-confirmation', newEmail());
  await waitingMail('receipt', newEmail());
  expect((await asAdmin('GET', '/summary')).body).toEqual({
    asked: 2,
    confirmed: 1,
    left: 1,
    // affiliate-letters.test.ts counts them.
    affiliates: expect.any(Number) as number,
    waiting: { confirmations: 1, letters: 0 },
  });
});

test('a deleted subscription loses its mails and its address, and the audit log does not name it', async () => {
  const { id, email } = await newSubscription(api.rows, 'asked');
  const confirmation = await waitingMail('newsletter-confirmation', email.toUpperCase());
  const receipt = await waitingMail('receipt', email);
  expect((await asAdmin('DELETE', `/${id}`)).status).toBe(204);
  expect(await api.rows('select id from newsletter_subscriptions')).toEqual([]);
  expect(await api.rows('select id, state, address, data from mails where id = $1', [confirmation])).toEqual([
    { id: confirmation, state: 'cancelled', address: null, data: null },
  ]);
  expect(await api.rows('select state, address from mails where id = $1', [receipt])).toEqual([
    { state: 'waiting', address: email },
  ]);
  const entries = await api.rows('select * from audit_log where entity_id = $1', [id]);
  expect(entries).toMatchObject([
    { action: 'subscription.delete', entity: 'subscription', actor_email: 'admin@kithbook.example' },
  ]);
  expect(JSON.stringify(entries)).not.toContain(email);
  expect((await asAdmin('DELETE', `/${id}`)).body).toMatchObject({ code: 'subscription-not-found' });
});

/** Inserts a mail that waits, and returns its id. */
function waitingMail(kind: string, address: string): Promise<string> {
  const now = new Date().toISOString();
  return fixtures(api.rows).other('mails', {
    kind,
    subject_id: newEmail('subject'),
    address,
    data: '{}',
    due_at: now,
  });
}
