import { createSign, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { credentials } from './harness.ts';
import { unique } from './factories.ts';

export interface WebhookSigner {
  /** Returns the headers of a webhook delivery, signed with PayPal's key. The signature covers the `changes` as well. */
  sign(
    body: string,
    changes?: { time?: string; webhookId?: string; certUrl?: string; algorithm?: string },
  ): Record<string, string>;
}

/** Creates a signer with PayPal's key, so that a test can send its own events. */
export const createWebhookSigner = (certUrl: string, privateKey: string): WebhookSigner => ({
  sign(body, changes = {}) {
    const id = randomUUID();
    const time = changes.time ?? new Date().toISOString();
    const signed = [id, time, changes.webhookId ?? credentials.webhookId, crc32(body)].join('|');
    return {
      'content-type': 'application/json',
      'paypal-transmission-id': id,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': createSign('RSA-SHA256').update(signed).sign(privateKey, 'base64'),
      'paypal-cert-url': changes.certUrl ?? certUrl,
      'paypal-auth-algo': changes.algorithm ?? 'SHA256withRSA',
    };
  },
});

/** Returns a new webhook event in PayPal's format. */
export const newEvent = (type: string, resource: object): { id: string; body: string } => {
  const id = `WH-${unique()}`;
  const event = { id, event_type: type, create_time: new Date().toISOString(), resource };
  return { id, body: JSON.stringify(event) };
};
