import { expect } from '@playwright/test';
import { z } from 'zod';
import { stackUrl } from './stack-fixtures.ts';

/** A mail as its reader sees it. */
interface ReceivedMail {
  readonly subject: string;
  readonly text: string;
  /** The addresses in the mail, in their order. */
  readonly links: readonly string[];
}

const caughtMails = z.array(z.object({ subject: z.string(), text: z.string() }));

/** Longer than the minute between two runs of the job that sends mails. A mail usually arrives within a second. */
const arrivalTimeoutMs = 75_000;

/** Waits for a mail to an address, of any or this subject, and returns the newest one. */
export async function mailTo(address: string, subject = ''): Promise<ReceivedMail> {
  let mail: z.infer<typeof caughtMails>[number] | undefined;
  await expect(async () => {
    const response = await fetch(`${stackUrl('E2E_MAIL')}/mails?to=${encodeURIComponent(address)}`);
    const mails = caughtMails.parse(await response.json());
    mail = mails.find((candidate) => candidate.subject.startsWith(subject));
    expect(mail, `a mail to ${address}, ${String(mails.length)} others arrived`).toBeDefined();
  }).toPass({ timeout: arrivalTimeoutMs });
  const { text = '' } = mail ?? {};
  return { subject: mail?.subject ?? '', text, links: text.match(/https?:\/\/\S+/g) ?? [] };
}
