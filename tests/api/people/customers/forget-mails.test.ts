import { describe, expect, test } from 'vitest';
import { newAffiliate, newEmail, unique } from '../../factories.ts';
import { newMail, newSubscription, queueLetter } from '../../newsletter-factories.ts';
import { personalDataScene } from './personal-data-scene.ts';

const { scene, asAdmin, create, exportData } = personalDataScene();

const mail = async (id: string) => (await scene.shop.rows('select * from mails where id = $1', [id]))[0];
const subscription = (id: string) =>
  scene.shop.rows('select * from newsletter_subscriptions where id = $1', [id]);

/** Inserts a subscriber with a letter that waits, a receipt that was sent and one that was given up. */
async function newReader(email: string) {
  const { rows } = scene.shop;
  const reader = await newSubscription(rows, 'confirmed', { email, name: 'Ada' });
  const [letter = ''] = await queueLetter(rows, [reader]);
  const done = { kind: 'receipt', address: email.toUpperCase(), finished_at: '2026-01-03T00:00:00Z' };
  const sent = await newMail(rows, { ...done, state: 'sent', data: null });
  const failed = await newMail(rows, { ...done, state: 'failed', last_error: '550' });
  return { ...reader, letter, sent, failed };
}

async function expectForgotten({ id, letter, sent, failed }: Awaited<ReturnType<typeof newReader>>) {
  expect(await subscription(id)).toEqual([]);
  expect(await mail(letter)).toMatchObject({ state: 'cancelled', address: null, data: null });
  expect(await mail(sent)).toMatchObject({ state: 'sent', address: null, data: null });
  expect(await mail(failed)).toMatchObject({ state: 'failed', address: null, data: null, last_error: null });
}

describe('the newsletter subscription and the addresses of mails are gone', () => {
  test('after deleting a customer, also for a former email', async () => {
    const [first, second] = [newEmail(), newEmail()];
    const id = await create(first);
    await asAdmin('PUT', `/api/customers/${id}`, { name: 'Wilhelmina', email: second });
    const readers = [await newReader(first), await newReader(second)];
    const other = await newReader(newEmail());
    expect(await asAdmin('DELETE', `/api/customers/${id}`)).toMatchObject({ status: 204 });
    for (const reader of readers) await expectForgotten(reader);
    expect(await subscription(other.id)).toHaveLength(1);
    expect(await mail(other.letter)).toMatchObject({ state: 'waiting', address: other.email });
  });

  test('after forgetting an address that only subscribed, in another spelling of Gmail', async () => {
    const name = unique();
    const reader = await newReader(`a.${name}@gmail.com`);
    const forgotten = await asAdmin('POST', '/api/customers/forget', { email: `A${name}@googlemail.com` });
    expect(forgotten.body).toEqual({ purchases: 0, subscriptions: 1 });
    await expectForgotten(reader);
    expect(
      await scene.shop.rows('select action, before, after from audit_log where entity_id = $1', [reader.id]),
    ).toEqual([{ action: 'subscription.forget', before: null, after: null }]);
    expect((await exportData(reader.email)).body).toMatchObject({ newsletter_subscriptions: [], mails: [] });
  });
});

test('forgetting an address is rejected for a customer, and leaves the subscription and the mails', async () => {
  const email = newEmail();
  await create(email);
  const reader = await newReader(email);
  expect((await asAdmin('POST', '/api/customers/forget', { email })).status).toBe(409);
  expect(await subscription(reader.id)).toHaveLength(1);
  expect(await mail(reader.letter)).toMatchObject({ state: 'waiting', address: email });
});

test.each([
  ['deleting', false],
  ['closing', true],
])(
  '%s an affiliate removes its addresses from mails to affiliates, and keeps the subscription',
  async (_how, hasLedger) => {
    const { rows } = scene.shop;
    const affiliate = await newAffiliate(rows);
    const [payout, former] = [newEmail('pay'), newEmail('former')];
    await rows('update affiliates set payout_email = $1 where id = $2', [payout, affiliate.id]);
    await scene.make.other('payout_email_changes', {
      affiliate_id: affiliate.id,
      email: former,
      changed_by: 'a',
    });
    if (hasLedger) await scene.make.entry({ affiliate_id: affiliate.id });
    const kind = 'payment-email-changed';
    const facts = { data: JSON.stringify({ name: 'Ada', email: payout, changed_at: '2026-01-01' }) };
    const ids = [];
    for (const address of [affiliate.email, payout, former])
      ids.push(await newMail(rows, { kind, address, ...facts }));
    const others = await newMail(rows, { kind, address: newEmail(), ...facts });
    const reader = await newReader(affiliate.email);

    expect((await asAdmin('DELETE', `/api/affiliates/${affiliate.id}`)).status).toBe(204);
    for (const id of ids)
      expect(await mail(id)).toMatchObject({ state: 'cancelled', address: null, data: null });
    expect(await mail(others)).toMatchObject({ state: 'waiting' });
    expect(await subscription(reader.id)).toHaveLength(1);
    expect(await mail(reader.letter)).toMatchObject({ state: 'waiting', address: reader.email });
  },
);

test('deleting an affiliate keeps its payment email in the mails of another affiliate who uses it', async () => {
  const { rows } = scene.shop;
  const [gone, other] = [await newAffiliate(rows), await newAffiliate(rows)];
  await rows('update affiliates set payout_email = $1 where id = $2', [other.email, gone.id]);
  const id = await newMail(rows, { kind: 'statement-ready', address: other.email });
  expect((await asAdmin('DELETE', `/api/affiliates/${gone.id}`)).status).toBe(204);
  expect(await mail(id)).toMatchObject({ state: 'waiting', address: other.email });
});

test('an export of personal data contains the subscription, and the kind, state and dates of the mails', async () => {
  const email = newEmail();
  const { id } = await newReader(email);
  const { body } = await exportData(email.toUpperCase());
  expect(body).toMatchObject({
    newsletter_subscriptions: [{ id, name: 'Ada', email, state: 'confirmed', source: '/' }],
  });
  const { mails } = body as { readonly mails: readonly object[] };
  expect(mails).toHaveLength(3);
  expect(mails).toContainEqual(
    expect.objectContaining({
      address: email,
      kind: 'letter',
      state: 'waiting',
      finished_at: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*[+]00:00$/) as string,
    }),
  );
  expect(JSON.stringify(mails)).not.toContain('"data"');
});
