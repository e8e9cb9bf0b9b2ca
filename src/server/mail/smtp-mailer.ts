import { createTransport } from 'nodemailer';
import * as z from 'zod/mini';
import type { Mailer, Message } from './mailer.ts';
import { RecipientRefused, RefusedForNow } from './mailer.ts';

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

/** Opens connections to the mail server, for one run of the job. Nothing is repeated within a run: see `classify`. */
export function openSmtpMailer({ url, from }: SmtpSettings): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections,
    maxRequeues: 0,
    requireTLS: requiresTls(url),
    ...timeouts,
  });
  return {
    send: async ({ id, to, subject, html, text, headers }: Message) => {
      const messageId = `<${id}@${senderHost(from)}>`;
      const defaultHeaders = { 'Resend-Idempotency-Key': id, 'Auto-Submitted': 'auto-generated' };
      try {
        await transport.sendMail({
          from,
          to,
          subject,
          html,
          text,
          messageId,
          headers: { ...defaultHeaders, ...headers },
        });
      } catch (error) {
        throw classify(error);
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

function senderHost(from: string): string {
  return /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';
}

/** Fields of nodemailer's errors. `command` is the SMTP command that the server answered with `responseCode`. */
const smtpError = z.object({
  code: z.optional(z.string()),
  syscall: z.optional(z.string()),
  responseCode: z.optional(z.number()),
  command: z.optional(z.string()),
});

/** Errors before the server has seen a mail: no connection, no greeting, no encryption, or a refused login. */
const connectionCodes = ['EDNS', 'EAUTH', 'ETLS'];
const mailCommands = ['MAIL FROM', 'RCPT TO', 'DATA'];
/** nodemailer's texts of such errors without a code of their own. The last one: the server closed the connection at once. */
const connectionTexts = /^(Connection timeout|Greeting never received|Reached maximum number of retries)/;

/**
 * Converts an error to `RecipientRefused` or `RefusedForNow`. Returns an error unchanged if the server cannot have seen the mail.
 * After a timeout in the middle of a mail the server may have accepted it, so that counts as an attempt.
 */
function classify(error: unknown): unknown {
  const { code = '', syscall, responseCode = 0, command = '' } = smtpError.safeParse(error).data ?? {};
  const message = error instanceof Error ? error.message : String(error);
  if (command === 'RCPT TO' && responseCode >= 500) return new RecipientRefused(message, { cause: error });
  const isRefusedConnection = responseCode > 0 && !mailCommands.includes(command);
  const isUnseen =
    isRefusedConnection ||
    connectionCodes.includes(code) ||
    syscall === 'connect' ||
    connectionTexts.test(message);
  return isUnseen ? error : new RefusedForNow(message, { cause: error });
}
