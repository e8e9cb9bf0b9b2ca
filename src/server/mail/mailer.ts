import type { LinkSettings } from './mail-links.ts';

/** A mail as the mail server gets it. */
export interface Message {
  /** Unique for each mail. A repeated mail has the same id, so that servers and mail programs can recognise it. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** An open connection to the mail server. */
export interface Mailer {
  /** Sends a mail. Throws `RecipientRefused`, `RefusedForNow`, or any other error if the server cannot be reached. */
  readonly send: (message: Message) => Promise<void>;
  readonly close: () => void;
}

/** The mail server will never deliver to this address. */
export class RecipientRefused extends Error {
  override readonly name = 'RecipientRefused';
}

/** The mail server refused this mail for now, or refused the sender, which a changed setting may mend. */
export class RefusedForNow extends Error {
  override readonly name = 'RefusedForNow';
}

/** What the outbox needs to send its mails. */
export interface MailService extends LinkSettings {
  /** Opens a connection to the mail server. */
  readonly open: () => Promise<Mailer>;
}
