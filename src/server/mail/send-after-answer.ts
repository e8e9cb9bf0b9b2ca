import { runAfterAnswer } from '../http/after-answer.ts';
import type { RequestContext } from '../http/types.ts';

/** Mails that are sent after an answer start within this many milliseconds. */
const startWithinMs = 1_000;

/** Sends the mails that are due after the answer, because somebody waits for one. Otherwise they wait up to a minute for the job. */
export async function sendMailsAfterAnswer(c: RequestContext): Promise<void> {
  const { mail, ...services } = c.get('services');
  if (!mail) return;
  await runAfterAnswer(c, async () => {
    const { sendDueMails } = await import('./send-mails.ts');
    await sendDueMails(services, mail, c.get('log'), startWithinMs);
  });
}
