import type { Services } from '../context/services.ts';
import type { Log } from '../http/types.ts';
import { renderMail } from './templates/layout.ts';
import {
  claimDueMail,
  type ClaimedMail,
  giveUpMail,
  giveUpAddress,
  markSent,
  maxSendAttempts,
  putMailBack,
  postponeMail,
  retryMail,
} from './mail-queue.ts';
import { createMailLinks } from './signed-links.ts';
import {
  type LinkSettings,
  MailError,
  type Mailer,
  type MailFault,
  type MailService,
  type Message,
} from '../context/mailer.ts';
import type { MailTemplate } from './templates/template.ts';
import { mailTemplates } from './templates.ts';

/** The number of mails of a run: sent, given up, and to be retried. */
export interface MailCount {
  readonly sent: number;
  readonly failed: number;
  readonly retried: number;
}

/** The limits of a run. */
export interface RunLimits {
  /** No mail starts later than this, in milliseconds. */
  readonly startWithinMs: number;
  /** The number of mails that are sent at the same time. */
  readonly workers: number;
  readonly withLetters: boolean;
}

/** The limits of the scheduled job. A run may take 25 seconds, and a mail up to 14. */
const jobLimits: RunLimits = { startWithinMs: 10_000, workers: 5, withLetters: true };

/**
 * Sends the mails that are due, as many as the time allows. Each mail is leased to one worker, which sends it and then marks it
 * as sent. A mail is sent twice only if its worker dies in between.
 */
export async function sendDueMails(
  services: Pick<Services, 'db' | 'now'>,
  mail: MailService,
  log: Log,
  { startWithinMs, workers, withLetters } = jobLimits,
): Promise<MailCount> {
  const mailer = await mail.open();
  // Opening loads nodemailer, which may take a second on a slow machine, so the time begins afterwards.
  const until = services.now().getTime() + startWithinMs;
  try {
    const perhapsAll: RefusedMail[] = [];
    const results = await Promise.allSettled(
      Array.from({ length: workers }, () =>
        runWorker(services, { mail, mailer, log, until, withLetters, perhapsAll }),
      ),
    );
    const sent = results.some((result) => result.status === 'fulfilled' && result.value.sent > 0);
    const settled = await settlePerhapsAll(services, perhapsAll, sent);
    // An error of one worker is thrown once the others have marked the mails that they sent.
    const counts = results.map((result) => {
      if (result.status === 'rejected') throw result.reason;
      return result.value;
    });
    return [...counts, settled].reduce((sum, count) => ({
      sent: sum.sent + count.sent,
      failed: sum.failed + count.failed,
      retried: sum.retried + count.retried,
    }));
  } finally {
    mailer.close();
  }
}

interface WorkerOptions {
  readonly mail: MailService;
  readonly mailer: Mailer;
  readonly log: Log;
  /** No mail starts later than this, in milliseconds since 1970. */
  readonly until: number;
  readonly withLetters: boolean;
  /** The mails of all workers with the fault `refused-perhaps-all`. */
  readonly perhapsAll: RefusedMail[];
}

/** A leased mail that the server refused. */
interface RefusedMail {
  readonly claimed: ClaimedMail;
  readonly reason: string;
}

/** A worker ends after this many mails in a row with the fault `refused-perhaps-all`. */
const maxPerhapsAllInRow = 10;

/**
 * Settles the mails whose refusal may concern every mail. If the server accepted another mail of the run, the refusal is about these
 * mails, and each has had an attempt.
 */
async function settlePerhapsAll(
  { db, now }: Pick<Services, 'db' | 'now'>,
  perhapsAll: readonly RefusedMail[],
  hasSentOthers: boolean,
): Promise<MailCount> {
  const count = { sent: 0, failed: 0, retried: 0 };
  for (const { claimed, reason } of perhapsAll) {
    const clock = { db, now: now() };
    const outcome = hasSentOthers
      ? await retryMail(clock, claimed, reason)
      : await postponeMail(clock, claimed, reason);
    count[outcome === 'given-up' ? 'failed' : 'retried'] += 1;
  }
  return count;
}

/** Sends one mail after another until none is due, the time is over, or the mail server cannot be used. */
async function runWorker(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { mail, mailer, log, until, withLetters, perhapsAll }: WorkerOptions,
): Promise<MailCount> {
  const count = { sent: 0, failed: 0, retried: 0 };
  let perhapsAllInRow = 0;
  while (now().getTime() <= until && perhapsAllInRow < maxPerhapsAllInRow) {
    const claimed = await claimDueMail({ db, now: now() }, withLetters);
    if (!claimed) break;
    const obstacle = findObstacle(claimed);
    if (obstacle) {
      await giveUpMail({ db, now: now() }, claimed, obstacle);
      count.failed += 1;
      continue;
    }
    const failure = await send(mail, mailer, claimed);
    const clock = { db, now: now() };
    if (!failure) {
      await markSent(clock, claimed);
      count.sent += 1;
      perhapsAllInRow = 0;
      continue;
    }
    const { fault } = failure;
    const reason = errorText(failure.error);
    log({
      level: 'warn',
      job: 'send-mails',
      code: fault === 'refused-without-code' ? 'mail-refused' : `mail-${fault}`,
      kind: claimed.kind,
      mail: claimed.id,
      reason,
    });
    if (fault === 'refused' || fault === 'refused-without-code') {
      await giveUpAddress(clock, claimed, reason, fault === 'refused');
      count.failed += 1;
    } else if (fault === 'refused-for-now') {
      const outcome = await retryMail(clock, claimed, reason);
      count[outcome === 'given-up' ? 'failed' : 'retried'] += 1;
    } else if (fault === 'refused-perhaps-all') {
      perhapsAll.push({ claimed, reason });
      perhapsAllInRow += 1;
    } else {
      await putMailBack(clock, claimed, reason);
      count.retried += 1;
      break;
    }
  }
  return count;
}

/** Returns the reason why a claimed mail is given up without another attempt, or null. */
function findObstacle({ attempts, is_sendable: isSendable }: ClaimedMail): string | null {
  if (attempts > maxSendAttempts) return 'Every attempt ended before the mail was marked as sent.';
  return isSendable ? null : 'Its link has expired.';
}

/** The longest error text that is kept, in characters. */
const maxErrorText = 300;

/** Returns the text of an error without addresses, which mail servers repeat. */
function errorText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replaceAll(/[^\s<>]+@[^\s<>]+/g, 'the address').slice(0, maxErrorText);
}

interface Failure {
  readonly fault: MailFault;
  readonly error: unknown;
}

/** Sends a mail. Returns null if the mail server has accepted it. */
async function send(links: LinkSettings, mailer: Mailer, claimed: ClaimedMail): Promise<Failure | null> {
  let message: Message;
  try {
    message = toMessage(links, claimed);
  } catch (error) {
    // A template that cannot read its facts is a bug. The mail waits for a release that fixes it.
    return { fault: 'refused-for-now', error };
  }
  try {
    await mailer.send(message);
    return null;
  } catch (error) {
    return { fault: error instanceof MailError ? error.fault : 'unreachable', error };
  }
}

/** Renders a mail. Throws a ZodError if the stored facts do not match its template. */
function toMessage(settings: LinkSettings, { id, kind, address, data, letter }: ClaimedMail): Message {
  const { data: factsSchema, write }: MailTemplate<unknown> = mailTemplates[kind] as MailTemplate<unknown>;
  const content = write(factsSchema.parse({ ...letter, ...data }), createMailLinks(settings));
  const { subject, headers = {} } = content;
  return { id, to: address, subject, headers, ...renderMail(content) };
}
