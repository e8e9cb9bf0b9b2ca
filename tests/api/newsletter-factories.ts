import type { SubscriptionState } from '../../src/shared/schemas/newsletter.ts';
import type { BuiltLetter } from '../../src/server/newsletter/built-letters.ts';
import { fixtures } from './database/fixtures.ts';
import { newEmail, unique } from './factories.ts';
import type { Row, Rows } from './rows.ts';

/** Returns a letter as the build renders it. */
export function newLetter(changes: Partial<BuiltLetter> = {}): BuiltLetter {
  return {
    slug: `letter-${unique()}`,
    subject: 'What is new',
    preview: 'Groups, and a faster import.',
    html: '<p>Hello,</p>\n<h2>Groups</h2>',
    text: 'Hello,\n\nGroups',
    ...changes,
  };
}

/** The letter of every API of the tests that gives no letters of its own. */
export const sampleLetter = newLetter({ slug: 'sample-letter' });

export interface TestSubscription {
  readonly id: string;
  readonly email: string;
}

/** Inserts a subscription that was asked for, confirmed or ended in 2026. */
export async function newSubscription(
  rows: Rows,
  state: SubscriptionState = 'confirmed',
  changes: Row = {},
): Promise<TestSubscription> {
  const email = newEmail();
  const id = await fixtures(rows).other('newsletter_subscriptions', {
    email,
    state,
    source: '/',
    text_version: '2026-11',
    asked_at: '2026-11-01T12:00:00Z',
    created_at: '2026-11-01T12:00:00Z',
    confirmed_at: state === 'asked' ? null : '2026-11-01T12:05:00Z',
    left_at: state === 'left' ? '2026-11-02T12:00:00Z' : null,
    left_reason: state === 'left' ? 'page' : null,
    ...changes,
  });
  return { id, email: typeof changes.email === 'string' ? changes.email : email };
}

/** Deletes every letter, every mail and every subscription, so that a test can count its own. */
export async function emptyNewsletter(rows: Rows): Promise<void> {
  await rows('delete from mails');
  await rows('delete from letters');
  await rows('delete from newsletter_subscriptions');
}
