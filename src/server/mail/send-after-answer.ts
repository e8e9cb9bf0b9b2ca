import { runAfterAnswer } from '../http/after-answer.ts';
import type { RequestContext } from '../http/types.ts';

/** After an answer, only the mails are sent that somebody waits for. */
const afterAnswerLimits = { startWithinMs: 1_000, workers: 1, withLetters: false };

/** Sends the mails that are due after the answer, because somebody waits for one. Otherwise they wait up to a minute for the job. */
export async function sendMailsAfterAnswer(c: RequestContext): Promise<void> {
  if (c.get('services').mail) await runAfterAnswer(c, () => sendMailsNow(c));
}

/** Sends the mails that are due, for work that already runs after the answer. */
export async function sendMailsNow(c: RequestContext): Promise<void> {
  const { mail, ...services } = c.get('services');
  if (!mail) return;
  const { sendDueMails } = await import('./send-mails.ts');
  await sendDueMails(services, mail, c.get('log'), afterAnswerLimits);
}
