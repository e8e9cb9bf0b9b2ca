import PostalMime from 'postal-mime';
import type { MailSwitches } from './smtp.ts';

/** A mail that the catcher keeps. */
export interface CaughtMail {
  readonly id: string;
  /** The recipients of the SMTP call. */
  readonly to: readonly string[];
  /** The sender's name and address, as in the header. */
  readonly from: string;
  readonly subject: string;
  /** ISO 8601. */
  readonly receivedAt: string;
  readonly html: string;
  readonly text: string;
  /** The headers, with their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The mail as it was sent. */
  readonly source: string;
}

/** The controls for tests and the page. */
export interface MailControl {
  /** Returns the caught mails, newest first, optionally of one recipient. */
  readonly mails: (to?: string) => readonly CaughtMail[];
  readonly clear: () => void;
  /** Changes some switches and returns all. */
  readonly set: (switches: Partial<MailSwitches>) => MailSwitches;
}

/** Parses a mail. */
export async function parseMail(id: string, to: readonly string[], source: Buffer): Promise<CaughtMail> {
  const { subject = '', html = '', text = '', headers } = await PostalMime.parse(source);
  const headerValues = Object.fromEntries(headers.map(({ key, value }) => [key, value]));
  return {
    id,
    to,
    from: headerValues.from ?? '',
    subject,
    receivedAt: new Date().toISOString(),
    html,
    text,
    headers: headerValues,
    source: source.toString('utf8'),
  };
}
