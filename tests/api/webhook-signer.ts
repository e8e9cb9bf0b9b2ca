import { createSign, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { credentials } from './harness.ts';
import { unique } from './mint.ts';

export interface WebhookSigner {
  /** The headers of a delivery of `body`, signed with the provider's key; `changes` are signed as well. */
  sign(
    body: string,
    changes?: { time?: string; webhookId?: string; certUrl?: string; algorithm?: string },
  ): Record<string, string>;
}

/** Signs events as the provider does, so that a test can send one of its own making. */
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

/** An event of the provider's form. */
export const newEvent = (type: string, resource: object): { id: string; body: string } => {
  const id = `WH-${unique()}`;
  const event = { id, event_type: type, create_time: new Date().toISOString(), resource };
  return { id, body: JSON.stringify(event) };
};
