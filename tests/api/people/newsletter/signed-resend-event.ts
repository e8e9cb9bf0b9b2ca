import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { settings } from '../../harness.ts';

interface Signed {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Returns an event of Resend with the signature that Svix sends along. A text is signed as it is. */
export function signedResendEvent(
  event: object | string,
  { secret = settings.mailWebhookSecret ?? '', at = new Date() } = {},
): Signed {
  const body = typeof event === 'string' ? event : JSON.stringify({ created_at: at.toISOString(), ...event });
  const id = `msg_${randomUUID()}`;
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'svix-id': id,
      'svix-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'svix-signature': new Webhook(secret).sign(id, at, body),
    },
  };
}
