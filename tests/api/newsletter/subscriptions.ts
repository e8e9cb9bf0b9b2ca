import { signToken } from '../../../src/server/mail/mail-links.ts';
import { fixtures } from '../database/fixtures.ts';
import { newEmail } from '../factories.ts';
import { type Row, type Rows, settings } from '../harness.ts';

interface SampleSubscription {
  readonly id: string;
  readonly email: string;
  /** The path of the link in the confirmation mail. */
  readonly confirmPath: string;
  /** The path of the link in every letter. */
  readonly leavePath: string;
}

/** Inserts a subscription that waits for its confirmation, unless `changes` say otherwise. */
export async function newSubscription(rows: Rows, changes: Row = {}): Promise<SampleSubscription> {
  const email = typeof changes.email === 'string' ? changes.email : newEmail('reader');
  const id = await fixtures(rows).other('newsletter_subscriptions', {
    email,
    source: '/',
    text_version: '2026-11',
    ...changes,
  });
  return { id, email, ...linkPaths(id) };
}

/** The columns of a confirmed subscription. */
export const confirmed = { state: 'confirmed', confirmed_at: '2026-01-02T00:00:00Z' };

/** The paths of the two links of a subscription. */
export function linkPaths(id: string) {
  const secret = settings.mailLinkSecret ?? '';
  return {
    confirmPath: `/api/newsletter/confirm?token=${signToken(secret, 'newsletter-confirm', id)}`,
    leavePath: `/api/newsletter/leave?token=${signToken(secret, 'newsletter-leave', id)}`,
  };
}

/** Inserts a letter, and its mail to each subscriber. Returns the ids of the mails. */
export async function queueLetter(
  rows: Rows,
  subscribers: readonly Pick<SampleSubscription, 'id' | 'email'>[],
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
