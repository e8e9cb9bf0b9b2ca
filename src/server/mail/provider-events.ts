import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import * as z from 'zod/mini';
import { parseJson } from '../../shared/parse-json.ts';
import { problem } from '../../shared/problems.ts';
import type { LeaveReason } from '../../shared/schemas/newsletter.ts';
import type { Context } from '../context.ts';
import { leaveWithAddresses } from '../newsletter/subscription.ts';

/**
 * Receives an event of Resend, the mail provider. Unsubscribes an address that bounced permanently or complained. All other
 * events change nothing. A repeated event changes nothing either, because the subscription has already ended. Throws
 * `webhook-unverified` and `request-malformed`, and `service-unavailable` while the secret is not configured.
 */
export async function receiveProviderEvent(context: Context, headers: Headers, body: string): Promise<void> {
  verifySignature(context.settings.mailWebhookSecret, headers, body);
  const event = parse(providerEvent, body);
  const reason = leaveReason(event.type);
  if (!reason) return;
  const { data } = parse(reportedMail, body);
  if (reason === 'bounce' && data.bounce?.type.toLowerCase() !== 'permanent') return;
  await leaveWithAddresses(context, data.to.map(bareAddress), reason);
}

/** The shape that all events of Resend share. */
export const providerEvent = z.looseObject({
  type: z
    .string()
    .check(z.describe('`email.bounced`, `email.complained`, or any other type, which is ignored')),
  created_at: z.optional(z.string()),
  data: z.optional(
    z.looseObject({
      to: z.optional(z.array(z.string())),
      bounce: z.optional(z.looseObject({ type: z.optional(z.string()) })),
    }),
  ),
});

export const providerEventExample = {
  type: 'email.bounced',
  created_at: '2025-08-04T12:00:00.000Z',
  data: {
    email_id: '56761188-7520-42d8-8898-ff6fc54ce618',
    to: ['carl@mail.example'],
    bounce: { type: 'Permanent', subType: 'General', message: 'The mailbox does not exist.' },
  },
};

const reportedMail = z.object({
  data: z.object({
    to: z.array(z.string()),
    bounce: z.optional(z.object({ type: z.string() })),
  }),
});

function leaveReason(type: string): LeaveReason | null {
  if (type === 'email.bounced') return 'bounce';
  return type === 'email.complained' ? 'complaint' : null;
}

/** Returns the address of `Carl <carl@mail.example>`. */
function bareAddress(recipient: string): string {
  return /<([^<>]*)>\s*$/.exec(recipient)?.[1] ?? recipient.trim();
}

/**
 * Checks the signature of Svix, which signs Resend's webhooks as Standard Webhooks with its own header names. Only a
 * WebhookVerificationError is the caller's fault. A malformed secret is ours.
 */
function verifySignature(secret: string | null, headers: Headers, body: string): void {
  if (secret === null)
    throw problem('service-unavailable', { cause: new Error('MAIL_WEBHOOK_SECRET is missing') });
  const signed = Object.fromEntries(
    ['id', 'timestamp', 'signature'].map((name) => [`webhook-${name}`, headers.get(`svix-${name}`) ?? '']),
  );
  try {
    new Webhook(secret).verify(body, signed, { jsonParse: false });
  } catch (error) {
    throw error instanceof WebhookVerificationError ? problem('webhook-unverified', { cause: error }) : error;
  }
}

/** Parses a body. The problem has no cause, because a parser's message quotes the body, which names a person. */
function parse<T>(schema: z.ZodMiniType<T>, body: string): T {
  const { data } = schema.safeParse(parseJson(body));
  if (data === undefined) throw problem('request-malformed');
  return data;
}
