import type { RequestContext } from '../http/types.ts';

/** The limits of a run after an answer. It sends no letters, because nobody waits for them. */
const afterAnswerLimits = { startWithinMs: 1_000, workers: 1, withLetters: false };

/** Sends the due mails. A call does it after its answer. Otherwise a person would wait up to a minute for the scheduled job. */
export async function sendMailsNow(c: RequestContext): Promise<void> {
  const { mail, ...services } = c.get('services');
  if (!mail) return;
  const { sendDueMails } = await import('./send-mails.ts');
  await sendDueMails(services, mail, c.get('log'), afterAnswerLimits);
}
