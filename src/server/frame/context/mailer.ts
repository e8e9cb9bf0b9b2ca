/** A rendered mail for one recipient. */
export interface Message {
  /** Unique for each mail. A second copy of a mail has the same id, so that servers and mail programs can recognize it. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** An open connection to the mail server. */
export interface Mailer {
  /** Sends a mail. Throws a MailError. Any other error counts as `unreachable`. */
  readonly send: (message: Message) => Promise<void>;
  readonly close: () => void;
}

/** Why the mail server did not take a mail: see the table in `smtp-faults.ts`. The log has these words, too, but only one `refused`. */
export type MailFault =
  | 'refused'
  | 'refused-without-code'
  | 'refused-for-now'
  | 'refused-perhaps-all'
  | 'unreachable';

/** A mail that the mail server did not take. */
export class MailError extends Error {
  override readonly name = 'MailError';
  readonly fault: MailFault;

  constructor(fault: MailFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}

/** Settings of the links in mails. */
export interface LinkSettings {
  /** The origin of the site: `https://kithbook.example`. */
  readonly siteUrl: string;
  /** Signs tokens. At least 32 random bytes. */
  readonly linkSecret: string;
}

/** The connection and the links that the outbox needs to send mails. */
export interface MailService extends LinkSettings {
  /** Opens a connection to the mail server. */
  readonly open: () => Promise<Mailer>;
}
