import { expect, test } from 'vitest';
import { createApp } from '../../../src/server/app.ts';
import type { Database } from '../../../src/server/frame/context/database.ts';
import { unconfiguredIdentity } from '../../../src/server/frame/context/identity.ts';
import { createPayPal } from '../../../src/server/clients/paypal/paypal-client.ts';
import { terms } from '../../api/settings.ts';

test('if writing the log fails, the answer has the error shape of the API', async () => {
  const app = createApp({
    db: {} as Database,
    paypal: createPayPal({ apiUrl: 'http://127.0.0.1:9', clientId: '', clientSecret: '', webhookId: '' }),
    identity: unconfiguredIdentity,
    settings: {
      merchantId: '',
      annualPlanId: '',
      licenseKey: '',
      service: null,
      mailLinkSecret: null,
      mailWebhookSecret: null,
    },
    mail: null,
    terms,
    letters: () => Promise.resolve([]),
    now: () => new Date(),
    log: () => {
      throw new Error('The log is broken');
    },
  });
  const answer = await app.fetch(new Request('http://site.example/api/nothing'));
  expect(answer.status).toBe(500);
  const requestId = answer.headers.get('x-request-id');
  expect(await answer.json()).toMatchObject({ code: 'internal-error', requestId });
  expect(answer.headers.get('cache-control')).toBe('no-store');
});
