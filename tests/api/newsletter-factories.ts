import type { BuiltLetter } from '../../src/shared/schemas/letter.ts';
import type { NewsletterState } from '../../src/shared/schemas/newsletter.ts';
import { signToken } from '../../src/server/frame/mail/signed-links.ts';
import { fixtures } from './frame/db/fixtures.ts';
import { newEmail, unique } from './factories.ts';
import type { Row, Rows } from './rows.ts';
import { settings } from './settings.ts';

/** Returns a letter as the build renders it. */
export function newLetter(changes: Partial<BuiltLetter> = {}): BuiltLetter {
  return {
    slug: `letter-${unique()}`,
    audience: 'readers',
    subject: 'What is new',
    preview: 'Groups, and a faster import.',
    html: '<p>Hello,</p>\n<h2>Groups</h2>',
    text: 'Hello,\n\nGroups',
    ...changes,
  };
}

/** The only letter of a test API that is started without letters. Its slug is the one in the examples of the API's document. */
export const sampleLetter = newLetter({ slug: 'version-1-0' });

export interface TestSubscription {
  readonly id: string;
  readonly email: string;
  /** The path of the link in the confirmation mail. */
  readonly confirmPath: string;
  /** The path of the link in every letter. */
  readonly leavePath: string;
}

/** Inserts a subscription that was asked for, confirmed or ended in 2026. */
export async function newSubscription(
  rows: Rows,
  state: NewsletterState = 'confirmed',
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
  return { id, email: typeof changes.email === 'string' ? changes.email : email, ...linkPaths(id) };
}

/** Deletes every letter, every mail and every subscription, so that a test can count its own. */
export async function emptyNewsletter(rows: Rows): Promise<void> {
  await rows('delete from mails');
  await rows('delete from letters');
  await rows('delete from newsletter_subscriptions');
}

/** The paths of the two links of a subscription. */
export function linkPaths(id: string) {
  const secret = settings.mailLinkSecret ?? '';
  return {
    confirmPath: `/api/newsletter/confirm?token=${signToken(secret, 'newsletter-confirm', id)}`,
    leavePath: `/api/newsletter/leave?token=${signToken(secret, 'newsletter-leave', id)}`,
  };
}

/** The path of the link in every letter to an affiliate. */
export function affiliateLetterPath(id: string): string {
  const token = signToken(settings.mailLinkSecret ?? '', 'affiliate-letters-leave', id);
  return `/api/newsletter/leave?token=${token}`;
}

/** Inserts a letter, and its mail to each subscriber. Returns the ids of the mails. */
export async function queueLetter(
  rows: Rows,
  subscribers: readonly Pick<TestSubscription, 'id' | 'email'>[],
): Promise<readonly string[]> {
  const make = fixtures(rows).other;
  const letter = await make('letters', {
    slug: `letter-${subscribers[0]?.id ?? ''}`,
    subject: 'News',
    preview: 'What is new.',
    html: '<p>News</p>',
    text: 'News',
    recipients: subscribers.length,
    sent_by: 'admin',
  });
  const ids = [];
  for (const { id, email } of subscribers)
    ids.push(
      await newMail(rows, {
        kind: 'letter',
        subject_id: `${letter} ${id}`,
        address: email,
        data: JSON.stringify({ subscription_id: id }),
        letter_id: letter,
      }),
    );
  return ids;
}

/** Inserts a mail that waits: by default a confirmation mail. */
export function newMail(rows: Rows, changes: Row = {}): Promise<string> {
  const address = changes.address ?? newEmail('reader');
  return fixtures(rows).other('mails', {
    kind: 'newsletter-confirmation',
    subject_id: `${JSON.stringify(address)} ${String(Math.random())}`,
    address,
    data: JSON.stringify({ subscription_id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f1c22' }),
    due_at: new Date().toISOString(),
    ...changes,
  });
}
