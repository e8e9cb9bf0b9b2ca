import { expect, test } from 'vitest';
import { createApp } from '../../../src/server/app.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { unconfiguredIdentity } from '../../../src/server/firebase/unconfigured.ts';
import { createPayPal } from '../../../src/server/paypal/paypal.ts';

test('what fails around a call is answered and logged as what fails in it', async () => {
  const lines: unknown[] = [];
  let broken = true;
  const app = createApp({
    db: {} as Database,
    payments: createPayPal({ apiUrl: 'http://127.0.0.1:9', clientId: '', clientSecret: '', webhookId: '' }),
    identity: unconfiguredIdentity,
    settings: { merchantId: '', annualPlanId: '', service: null },
    now: () => new Date(),
    log: (line) => {
      if (broken) {
        broken = false;
        throw new Error('Nobody takes the line');
      }
      lines.push(line);
    },
  });
  const answer = await app.request('/api/nothing');
  const requestId = answer.headers.get('x-request-id');
  expect(answer.status).toBe(500);
  expect(await answer.json()).toMatchObject({ code: 'internal-error', requestId });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(lines).toEqual([
    expect.objectContaining({ level: 'error', requestId, problem: 'Nobody takes the line' }),
  ]);
});
