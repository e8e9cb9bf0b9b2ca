/** A rendered mail for one recipient. */
export interface Message {
  /** Unique for each mail. A second copy of a mail has the same id, so that servers and mail programs can recognise it. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** An open connection to the mail server. */
export interface Mailer {
  /**
   * Sends a mail. Throws `RecipientRefused`, `RefusedForNow`, `PerhapsOurFault`, or any other error if the server cannot be used: it
   * does not answer, or refuses us. See `smtp-faults.ts`.
   */
  readonly send: (message: Message) => Promise<void>;
  readonly close: () => void;
}

/** The mailbox of the recipient does not exist, or is closed. */
export class RecipientRefused extends Error {
  override readonly name = 'RecipientRefused';
  /** True if a code of the server says so. Without a code, the server may have another reason. */
  readonly isExplicit: boolean;

  constructor(message: string, { isExplicit, ...options }: ErrorOptions & { readonly isExplicit: boolean }) {
    super(message, options);
    this.isExplicit = isExplicit;
  }
}

/** The mail server refused this mail. A later attempt may help. */
export class RefusedForNow extends Error {
  override readonly name = 'RefusedForNow';
}

/** The mail server refused us in its answer about this mail. The cause may be the server's settings for us, or this one recipient. */
export class PerhapsOurFault extends Error {
  override readonly name = 'PerhapsOurFault';
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
