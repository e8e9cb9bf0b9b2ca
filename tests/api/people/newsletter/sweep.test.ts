import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepNewsletter } from '../../../../src/server/people/newsletter/sweep-newsletter.ts';
import { fixtures } from '../../frame/db/fixtures.ts';
import { createTestDatabase, type TestDatabase } from '../../harness.ts';
import { emptyNewsletter, newSubscription } from '../../newsletter-factories.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await emptyNewsletter(database.rows);
});
afterAll(() => database.close());

test('the daily job deletes requests after 14 days without a confirmation, with the address of their mail', async () => {
  const { rows } = database;
  const fresh = await newSubscription(rows, 'asked', { asked_at: '2026-11-02T00:00:00Z' });
  const expired = await newSubscription(rows, 'asked', { asked_at: '2026-11-01T23:59:59Z' });
  const old = { asked_at: '2026-01-01T00:00:00Z' };
  const confirmed = await newSubscription(rows, 'confirmed', old);
  const left = await newSubscription(rows, 'left', old);
  await fixtures(rows).other('mails', {
    kind: 'newsletter-confirmation',
    subject_id: expired.id,
    address: expired.email,
    data: '{}',
    due_at: '2026-11-01T00:00:00Z',
  });
  const now = new Date('2026-11-16T00:00:00Z');
  expect(await sweepNewsletter({ db: database.db, now })).toEqual({ requests: 1, mails: 0 });
  const kept = await rows('select id from newsletter_subscriptions');
  expect(kept.map(({ id }) => id).sort()).toEqual([fresh.id, confirmed.id, left.id].sort());
  expect(await rows('select state, address from mails')).toEqual([{ state: 'cancelled', address: null }]);
});

test('somebody who had unsubscribed and did not confirm a new request is unsubscribed again, and stays known', async () => {
  const { rows } = database;
  const { id } = await newSubscription(rows, 'asked', {
    asked_at: '2026-11-01T00:00:00Z',
    confirmed_at: '2026-01-01T00:00:00Z',
  });
  await sweepNewsletter({ db: database.db, now: new Date('2026-11-16T00:00:00Z') });
  expect(await rows('select state, left_reason from newsletter_subscriptions where id = $1', [id])).toEqual([
    { state: 'left', left_reason: 'page' },
  ]);
});
