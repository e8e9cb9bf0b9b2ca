import { createTransport } from 'nodemailer';
import { MailError, type Mailer, type Message } from '../context/mailer.ts';
import { parseSender } from './sender.ts';
import { readFault } from './smtp-faults.ts';

export interface SmtpSettings {
  /** The server with its credentials: `smtps://user:password@host:465`. */
  readonly url: string;
  /** The sender: `Kithbook <hello@kithbook.example>`. */
  readonly from: string;
}

/** Time limits of one mail in milliseconds. Their sum is shorter than the lease of a mail. */
const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 14_000 } as const;

/** The number of connections that a run keeps open. */
export const maxConnections = 5;

/**
 * Opens connections to the mail server, for one run of the job. Nothing is repeated within a run: see `readFault`. Throws an Error
 * if `from` does not name exactly one email.
 */
export function openSmtpMailer({ url, from }: SmtpSettings): Mailer {
  const sender = parseSender(from);
  if (!sender) throw new Error('MAIL_FROM does not name the email of a sender. See docs/deploy.md.');
  const transport = createTransport({
    url,
    pool: true,
    maxConnections,
    maxRequeues: 0,
    requireTLS: requiresTls(url),
    ...timeouts,
  });
  /** The Message-IDs of the mails whose connection is ready: nodemailer asks for their text after the login. */
  const connected = new Set<string>();
  transport.use('stream', ({ message }, done) => {
    const createReadStream = message.createReadStream.bind(message);
    message.createReadStream = (options) => {
      connected.add(message.messageId());
      return createReadStream(options);
    };
    done();
  });
  return {
    send: async ({ id, to, subject, html, text, headers }: Message) => {
      const messageId = `<${id}${sender.address.slice(sender.address.lastIndexOf('@'))}>`;
      const defaultHeaders = {
        'Resend-Idempotency-Key': id,
        'Auto-Submitted': 'auto-generated',
        // Gmail does not fold two mails into one conversation if these ids differ.
        'X-Entity-Ref-ID': id,
      };
      try {
        await transport.sendMail({
          from: { ...sender },
          // An object is always one recipient. A text with a comma would be two.
          to: { name: '', address: to },
          subject,
          html,
          text,
          messageId,
          headers: { ...defaultHeaders, ...headers },
        });
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new MailError(readFault(error, connected.has(messageId)), reason, { cause: error });
      } finally {
        connected.delete(messageId);
      }
    },
    close: () => {
      transport.close();
    },
  };
}

/** True unless the server is on this machine: a password must not be sent without encryption. */
export function requiresTls(url: string): boolean {
  return !['localhost', '127.0.0.1'].includes(new URL(url).hostname);
}
