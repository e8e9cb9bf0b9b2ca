import type { Context } from '../context/context.ts';
import type { Services } from '../context/services.ts';
import type { Log } from '../http/types.ts';
import { renderMail } from './templates/layout.ts';
import { logFailedRecord } from '../http/log.ts';
import { runEach } from '../outbound/run-each.ts';
import { failAttempt, giveUp } from '../queue/queue.ts';
import { runQueue, type RunLimits } from '../queue/run-queue.ts';
import {
  cancelMail,
  type ClaimedMail,
  giveUpAddress,
  isNoLetter,
  mailQueue,
  markSent,
  postponeMail,
  putMailBack,
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
import { isNotice } from '../../../shared/mail-kinds.ts';
import type { MailTemplate } from './templates/template.ts';
import { termsBlocks } from './templates/terms-blocks.ts';
import { mailTemplates } from './templates.ts';

/** The number of mails of a run: sent, given up, and to be retried. */
export type MailCount = Readonly<Record<'sent' | 'failed' | 'retried', number>>;

/** The limits of the scheduled job. A run may take 25 seconds, and a mail up to 14. */
const jobLimits: RunLimits & { readonly withLetters: boolean } = {
  startWithinMs: 10_000,
  workers: 5,
  withLetters: true,
};

/**
 * Sends the mails that are due, as many as the time allows. Each mail is leased to one worker, which sends it and then marks it
 * as sent. A mail is sent twice if its worker dies in between, if the mark cannot be stored, or if the server accepts it without an answer.
 */
export async function sendDueMails(
  { db, now, terms }: Pick<Services, 'db' | 'now' | 'terms'>,
  mail: MailService,
  log: Log,
  { withLetters, ...runLimits } = jobLimits,
): Promise<MailCount> {
  const onFailed = logFailedRecord(log, job);
  const mailer = await mail.open();
  const clock = () => ({ db, now: now() });
  const run: MailRun = {
    mail,
    terms,
    mailer,
    log,
    clock,
    count: { sent: 0, failed: 0, retried: 0 },
    perhapsAll: [],
  };
  try {
    // Opening loads nodemailer, which may take a second on a slow machine, so the time of the queue begins afterwards.
    await runQueue(
      mailQueue,
      { db, now },
      { ...runLimits, ...(!withLetters && { condition: isNoLetter }), onFailed },
      (end) => newWorker(run, end),
    );
  } finally {
    await settlePerhapsAll(run, onFailed).finally(mailer.close);
  }
  return run.count;
}

/** The name of the job in the log. */
const job = 'send-mails';

interface MailRun extends Pick<Services, 'terms'> {
  readonly mail: MailService;
  readonly mailer: Mailer;
  readonly log: Log;
  readonly clock: () => Pick<Context, 'db' | 'now'>;
  readonly count: Record<keyof MailCount, number>;
  /** The mails with the fault `refused-perhaps-all`. They are settled once the others are sent. */
  readonly perhapsAll: RefusedMail[];
}

/** A leased mail that the server refused. */
interface RefusedMail extends ClaimedMail {
  readonly reason: string;
}

/** A worker ends after this many mails in a row with the fault `refused-perhaps-all`. */
const maxPerhapsAllInRow = 10;

/**
 * Returns the function with which a worker sends a mail. The worker ends if the mail server cannot be used. It also ends if the outcome
 * of a mail cannot be stored. Otherwise the next mails would be sent, not marked, and sent again.
 */
function newWorker(run: MailRun, end: () => void): (claimed: ClaimedMail) => Promise<void> {
  let perhapsAllInRow = 0;
  return async (claimed) => {
    const outcome = await sendClaimed(run, claimed).catch((error: unknown) => {
      end();
      throw error;
    });
    if (outcome === 'sent') perhapsAllInRow = 0;
    if (outcome === 'refused-perhaps-all') perhapsAllInRow += 1;
    if (outcome === 'unreachable' || perhapsAllInRow === maxPerhapsAllInRow) end();
  };
}

/** Sends a mail and marks it, or handles its fault. */
async function sendClaimed(
  run: MailRun,
  claimed: ClaimedMail,
): Promise<'sent' | 'given-up' | 'cancelled' | MailFault> {
  const { log, clock, count, perhapsAll } = run;
  if (!claimed.is_wanted) {
    await cancelMail(clock(), claimed);
    return 'cancelled';
  }
  const obstacle = findObstacle(claimed);
  if (obstacle) {
    await giveUp(mailQueue, clock(), claimed, obstacle);
    count.failed += 1;
    return 'given-up';
  }
  const failure = await send(run, claimed);
  if (!failure) {
    await markSent(clock(), claimed);
    count.sent += 1;
    return 'sent';
  }
  const { fault } = failure;
  const reason = errorText(failure.error);
  log({
    level: 'warn',
    job,
    code: fault === 'refused-without-code' ? 'mail-refused' : `mail-${fault}`,
    kind: claimed.kind,
    mail: claimed.id,
    reason,
  });
  switch (fault) {
    case 'refused':
    case 'refused-without-code':
      await giveUpAddress(clock(), claimed, reason, fault === 'refused');
      count.failed += 1;
      break;
    case 'refused-for-now':
      await retry(run, { ...claimed, reason });
      break;
    case 'refused-perhaps-all':
      perhapsAll.push({ ...claimed, reason });
      break;
    case 'unreachable':
      await putMailBack(clock(), claimed, reason);
      count.retried += 1;
  }
  return fault;
}

async function retry({ clock, count }: MailRun, mail: RefusedMail): Promise<void> {
  const isGivenUp = await failAttempt(mailQueue, clock(), mail, mail.reason);
  count[isGivenUp ? 'failed' : 'retried'] += 1;
}

/**
 * Settles the mails whose refusal may concern every mail. If the server accepted another mail of the run, the refusal is about these
 * mails, and each has had an attempt.
 */
async function settlePerhapsAll(run: MailRun, onFailed: (id: string, error: unknown) => void): Promise<void> {
  const { clock, count, perhapsAll } = run;
  const settle = async (mail: RefusedMail) => {
    if (count.sent > 0) return retry(run, mail);
    await postponeMail(clock(), mail, mail.reason);
    count.retried += 1;
  };
  await runEach(perhapsAll, settle, ({ id }, error) => {
    onFailed(id, error);
  });
}

/** Returns the reason why a claimed mail is given up without another attempt, or null. */
function findObstacle({ attempts, kind, is_timely: isTimely }: ClaimedMail): string | null {
  if (attempts > mailQueue.maxAttempts) return 'The last attempt ended before the email was marked as sent.';
  if (isTimely) return null;
  return isNotice(kind) ? 'What it announces is over.' : 'Its link has expired.';
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
async function send({ mail, mailer, terms }: MailRun, claimed: ClaimedMail): Promise<Failure | null> {
  let message: Message;
  try {
    message = await toMessage(mail, terms, claimed);
  } catch (error) {
    // A template that cannot read its facts, or a build without the terms, is a bug. The mail waits for a release that fixes it.
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
async function toMessage(
  settings: LinkSettings,
  terms: Services['terms'],
  { id, kind, address, data, letter }: ClaimedMail,
): Promise<Message> {
  const { data: factsSchema, write }: MailTemplate<unknown> = mailTemplates[kind] as MailTemplate<unknown>;
  const links = createMailLinks(settings);
  const content = write(factsSchema.parse({ ...letter, ...data }), links);
  const { subject, headers = {}, termsVersion: version } = content;
  const appended = version ? termsBlocks(await terms(), version, links) : [];
  const rendered = renderMail({ ...content, blocks: [...content.blocks, ...appended] });
  return { id, to: address, subject, headers, ...rendered };
}
