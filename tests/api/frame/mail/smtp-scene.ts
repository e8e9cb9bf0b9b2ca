import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { MailKind } from '../../../../src/shared/mail-kinds.ts';
import { type MailCount, sendDueMails } from '../../../../src/server/frame/mail/send-mails.ts';
import type { MailService } from '../../../../src/server/frame/context/mailer.ts';
import { openSmtpMailer } from '../../../../src/server/frame/mail/smtp-mailer.ts';
import { mailTemplates } from '../../../../src/server/frame/mail/templates.ts';
import { queueMails } from '../../../../src/server/frame/mail/queue-mails.ts';
import { type MailCatcher, startMailCatcher } from '../../../../stack/mail/catcher.ts';
import { defaultMailSwitches } from '../../../../stack/mail/smtp.ts';
import { createTestDatabase, settings, type TestDatabase } from '../../harness.ts';
import { emptyNewsletter } from '../../newsletter-factories.ts';
import type { Row } from '../../rows.ts';
import { terms } from '../../settings.ts';

const siteUrl = 'https://site.example';
const linkSecret = settings.mailLinkSecret ?? '';

/** The time of the outbox. A test may move it. */
export const clock = { now: new Date('2026-11-03T09:30:00Z') };
export let catcher: MailCatcher;
let database: TestDatabase;
/** The lines of the job's log. */
export let log: Row[] = [];

/** Creates the database and the mail server of a test file. Test files share a process, so each calls this. */
export function startSmtpScene(): void {
  beforeAll(async () => {
    database = await createTestDatabase();
    catcher = await startMailCatcher({ smtpPort: 0, pagePort: 0, siteUrl, linkSecret });
  });
  beforeEach(async () => {
    await emptyNewsletter(database.rows);
    catcher.clear();
    catcher.set(defaultMailSwitches);
    log = [];
  });
  afterAll(async () => {
    await catcher.close();
    await database.close();
  });
}

/** Sends the mails that are due to the catcher, or to another mail server. */
export function send(url = catcher.smtpUrl, from = 'Kithbook <hello@kithbook.example>'): Promise<MailCount> {
  const open = async () => Promise.resolve(openSmtpMailer({ url, from }));
  const service: MailService = { siteUrl, linkSecret, open };
  return sendDueMails({ db: database.db, now: () => clock.now, terms }, service, (line) => log.push(line));
}

/** Moves the clock. */
export function pass(milliseconds: number): void {
  clock.now = new Date(clock.now.getTime() + milliseconds);
}

/** Queues a mail about a new sale for each address. */
export async function queueFirstSale(...addresses: readonly string[]): Promise<void> {
  for (const address of addresses)
    await database.db.execute(
      queueMails(clock, {
        kind: 'first-sale',
        subjectId: sql`gen_random_uuid()`,
        address: sql`${address}`,
        data: { name: sql`'ada'`, amount_cents: sql`1250` },
        from: sql`(select) as one_row`,
      }),
    );
}

/** Queues a receipt with the terms of a version, or without terms. */
export async function queueReceipt(address: string, termsVersion: string | null): Promise<void> {
  const { sample } = mailTemplates.receipt;
  await database.rows(
    `insert into mails (id, kind, subject_id, address, data, due_at)
     values (gen_random_uuid(), 'receipt', gen_random_uuid(), $1, $2, $3)`,
    [address, { ...sample, terms_version: termsVersion }, clock.now],
  );
}

/** Queues the mail of a letter to a confirmed subscriber, and returns the id of the subscription. */
export async function queueLetter(address: string): Promise<string> {
  const [{ id, letter } = {}] = await database.rows(
    `with subscriber as (
       insert into newsletter_subscriptions (id, email, state, confirmed_at, source, text_version)
       values (gen_random_uuid(), $1, 'confirmed', now(), '/', '2026-11') returning id
     ), letter as (
       insert into letters (id, slug, subject, preview, html, text, recipients, sent_by)
       values (gen_random_uuid(), gen_random_uuid(), 'What’s new', 'Groups.', '<p>Groups</p>', 'Groups', 1, 'admin') returning id
     ) select subscriber.id, letter.id as letter from subscriber, letter`,
    [address],
  );
  const kind: MailKind = 'letter';
  await database.rows(
    `insert into mails (id, kind, subject_id, address, data, letter_id, due_at)
     values (gen_random_uuid(), $1, $2, $3, jsonb_build_object('subscription_id', $2::text), $4, $5)`,
    [kind, id, address, letter, clock.now],
  );
  return String(id);
}

/** Returns the rows of the outbox for an address. */
export function outbox(address: string): Promise<Row[]> {
  return database.rows(
    'select id, state::text, attempts, last_error, data, due_at, leased_until from mails where address = $1',
    [address],
  );
}

/** Returns a subscription. */
export async function subscription(id: string): Promise<Row | undefined> {
  return (await database.rows('select * from newsletter_subscriptions where id = $1', [id]))[0];
}

/** Returns the number of suppressed addresses. */
export async function suppressed(): Promise<unknown> {
  return (await database.rows('select count(*)::int as number from suppressed_addresses'))[0]?.number;
}
