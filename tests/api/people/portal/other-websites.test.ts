import { afterAll, beforeAll, expect, test } from 'vitest';
import { fixtures } from '../../frame/db/fixtures.ts';
import { newEmail } from '../../factories.ts';
import { type Api, startApi } from '../../harness.ts';
import { openSession } from '../../portal-sessions.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

test.for([
  ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
  ['another host, by an old browser', { origin: 'https://blog.kithbook.example' }, 403],
  ['a page without an origin', { origin: 'null' }, 403],
  ['our own page', { 'sec-fetch-site': 'same-origin' }, 204],
  ['a program', {}, 204],
] as const)('a buyer’s session and a post from %s', async ([, headers, status]) => {
  const email = newEmail('buyer');
  await fixtures(api.rows).purchase({ payer_email: email, payer_email_key: email, type: 'one-time' });
  const session = await openSession(api.rows, email);
  const post = (path: string) => api.call('POST', path, undefined, { headers: { ...session, ...headers } });
  expect((await post('/api/portal/erase')).status).toBe(status);
  const kept = await api.rows('select 1 from purchases where payer_email = $1', [email]);
  expect(kept.length).toBe(status === 403 ? 1 : 0);
});
