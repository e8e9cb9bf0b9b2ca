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
const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 } as const;

/** The number of connections that a run keeps open. */
export const maxConnections = 5;

/** Opens connections to the mail server, for one run of the job. */
export function openSmtpMailer({ url, from }: SmtpSettings): Mailer {
  const transport = createTransport({ url, pool: true, maxConnections, ...timeouts });
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

function senderHost(from: string): string {
  return /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';
}

/** Fields of nodemailer's errors that show what the server refused. `command` is the SMTP command that it answered. */
const smtpError = z.object({ responseCode: z.number(), command: z.string() });

/**
 * Converts an error to `RecipientRefused` or `RefusedForNow`. Returns any other error unchanged, which means that the server
 * cannot be used now.
 */
function classify(error: unknown): unknown {
  const { data } = smtpError.safeParse(error);
  const message = error instanceof Error ? error.message : String(error);
  if (!data) return error;
  if (data.command === 'RCPT TO' && data.responseCode >= 500)
    return new RecipientRefused(message, { cause: error });
  if (['MAIL FROM', 'RCPT TO', 'DATA'].includes(data.command))
    return new RefusedForNow(message, { cause: error });
  return error;
}
