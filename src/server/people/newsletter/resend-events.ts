import addressparser from 'nodemailer/lib/addressparser';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import * as z from 'zod/mini';
import { isLenientEmail, normalizeAddress } from '../../../shared/email.ts';
import { parseJson } from '../../../shared/parse-json.ts';
import { problem } from '../../../shared/problems.ts';
import type { LeaveReason } from '../../../shared/schemas/newsletter.ts';
import type { Context } from '../../frame/context/context.ts';
import { leaveWithAddresses } from './subscription.ts';

/**
 * Receives an event of Resend, the mail service. Unsubscribes an address that bounced permanently, is suppressed by Resend, or
 * complained. All other events, and events of an unknown shape, change nothing, because Resend would only repeat a refused event. A
 * repeated event changes nothing either, because the subscription has already ended. Throws `webhook-unverified`, and
 * `service-unavailable` while the secret is not configured.
 */
export async function receiveResendEvent(context: Context, headers: Headers, body: string): Promise<void> {
  verifySignature(context.settings.mailWebhookSecret, headers, body);
  const event = resendEvent.safeParse(parseJson(body)).data;
  const reason = event && leaveReason(event);
  const addresses = recipients(event?.data?.to);
  if (reason && addresses.length > 0) await leaveWithAddresses(context, addresses, reason);
}

/** The fields of Resend's events that we read. Other types have other data. */
export const resendEvent = z.looseObject({
  type: z
    .string()
    .check(
      z.describe(
        '`email.bounced`, `email.suppressed`, `email.complained`, or any other type, which is ignored',
      ),
    ),
  created_at: z.optional(z.string()),
  data: z.optional(
    z.looseObject({
      to: z.optional(z.unknown().check(z.describe('The recipient, as an array of strings or a string'))),
      bounce: z.optional(
        z.nullable(z.looseObject({ type: z.optional(z.string()), subType: z.optional(z.string()) })),
      ),
    }),
  ),
});

type ResendEvent = z.infer<typeof resendEvent>;

export const resendEventExample = {
  type: 'email.bounced',
  created_at: '2025-08-04T12:00:00.000Z',
  data: {
    email_id: '56761188-7520-42d8-8898-ff6fc54ce618',
    to: ['carl@mail.example'],
    bounce: { type: 'Permanent', subType: 'General', message: 'The mailbox does not exist.' },
  },
};

/** Subtypes of a bounce that are about one mail or a full mailbox, although it is reported as permanent. */
const passingBounces = ['mailboxfull', 'messagetoolarge', 'contentrejected', 'attachmentrejected'];

/** Returns why the recipient of an event leaves the newsletter, or null. */
function leaveReason({ type, data }: ResendEvent): LeaveReason | null {
  switch (type) {
    case 'email.complained':
      return 'complaint';
    // Resend does not send to an address that has bounced before.
    case 'email.suppressed':
      return 'bounce';
    case 'email.bounced': {
      const { type: kind = '', subType = '' } = data?.bounce ?? {};
      const isPermanent = kind.toLowerCase() === 'permanent';
      return isPermanent && !passingBounces.includes(subType.toLowerCase()) ? 'bounce' : null;
    }
    default:
      return null;
  }
}

/** Returns the addresses in a text such as `"Carl" <carl@mail.example>`, or in an array of texts. Leaves out other values. */
function recipients(to: unknown): readonly string[] {
  return [to]
    .flat()
    .filter((text) => typeof text === 'string')
    .flatMap((text) => addressparser(text, { flatten: true }))
    .map(({ address }) => normalizeAddress(address))
    .filter((address) => isLenientEmail(address) && address.isWellFormed() && !/\p{Cc}/u.test(address));
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
