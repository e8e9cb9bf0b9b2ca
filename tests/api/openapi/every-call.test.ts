import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { access } from '../../../src/server/http/access.ts';
import { mailedCode, newAccount, signIn } from '../accounts.ts';
import { fixtures } from '../database/fixtures.ts';
import { type Answer, type Api, startApi } from '../harness.ts';
import { newAffiliate, newEmail, unique } from '../mint.ts';

let api: Api;
let admin: string;
beforeAll(async () => {
  [api, admin] = await Promise.all([startApi(), signIn('admin')]);
});
afterAll(() => api.close());

const as = (token: string) => ({ token });

const newCustomer = async (): Promise<string> => {
  const made = await api.call('POST', '/api/customers', { name: 'New', email: newEmail() }, as(admin));
  return (made.body as { id: string }).id;
};

const newProfile = async (prefix: string): Promise<string> => {
  const userId = `user-${unique()}`;
  await api.call('POST', `${prefix}/user-profiles`, { userId, name: 'New' }, as(admin));
  return userId;
};

const profileCalls = (prefix: '/api' | ''): Record<string, () => Promise<Answer>> => ({
  [`GET ${prefix}/user-profiles/user/:userId`]: async () =>
    api.call('GET', `${prefix}/user-profiles/user/${await newProfile(prefix)}`),
  [`GET ${prefix}/user-profiles/admin/statistics`]: () =>
    api.call('GET', `${prefix}/user-profiles/admin/statistics`, undefined, as(admin)),
  [`GET ${prefix}/user-profiles`]: () => api.call('GET', `${prefix}/user-profiles`, undefined, as(admin)),
  [`GET ${prefix}/user-profiles/email/:email`]: async () => {
    const email = newEmail();
    await api.call('POST', `${prefix}/user-profiles`, { userId: unique(), email }, as(admin));
    return api.call(
      'GET',
      `${prefix}/user-profiles/email/${encodeURIComponent(email)}`,
      undefined,
      as(admin),
    );
  },
  [`POST ${prefix}/user-profiles`]: () =>
    api.call('POST', `${prefix}/user-profiles`, { userId: unique() }, as(admin)),
  [`PUT ${prefix}/user-profiles/user/:userId/upsert`]: () =>
    api.call('PUT', `${prefix}/user-profiles/user/${unique()}/upsert`, { name: 'New' }, as(admin)),
  [`DELETE ${prefix}/user-profiles/user/:userId`]: async () =>
    api.call('DELETE', `${prefix}/user-profiles/user/${await newProfile(prefix)}`, undefined, as(admin)),
});

/** A call of each operation that works. */
const working: Readonly<Record<string, () => Promise<Answer>>> = {
  'GET /api/health': () => api.call('GET', '/api/health'),
  'POST /api/customers': () => api.call('POST', '/api/customers', { email: newEmail() }),
  'GET /api/customers': () => api.call('GET', '/api/customers', undefined, as(admin)),
  'GET /api/customers/export': () => api.call('GET', '/api/customers/export', undefined, as(admin)),
  'GET /api/customers/data': () =>
    api.call('GET', '/api/customers/data?email=ada%40kithbook.example', undefined, as(admin)),
  'GET /api/customers/:id': async () =>
    api.call('GET', `/api/customers/${await newCustomer()}`, undefined, as(admin)),
  'PUT /api/customers/:id': async () =>
    api.call('PUT', `/api/customers/${await newCustomer()}`, { name: 'Changed' }, as(admin)),
  'DELETE /api/customers/:id': async () =>
    api.call('DELETE', `/api/customers/${await newCustomer()}`, undefined, as(admin)),
  'GET /api/affiliates/validate/:code': () => api.call('GET', '/api/affiliates/validate/ada0001'),
  'GET /api/affiliates': () => api.call('GET', '/api/affiliates', undefined, as(admin)),
  'POST /api/affiliates': () =>
    api.call('POST', '/api/affiliates', { name: 'New', email: newEmail(), code: unique() }, as(admin)),
  'GET /api/affiliates/email/:email': () =>
    api.call('GET', '/api/affiliates/email/ada%40kithbook.example', undefined, as(admin)),
  'GET /api/affiliates/referrals': async () =>
    api.call('GET', '/api/affiliates/referrals', undefined, as(await signIn('ada'))),
  'GET /api/affiliates/statements': async () =>
    api.call('GET', '/api/affiliates/statements', undefined, as(await signIn('ada'))),
  'GET /api/affiliates/statements/:month': async () => {
    const { id: affiliate_id } = await newAffiliate(api.rows);
    await fixtures(api.rows).statement({ affiliate_id });
    const path = `/api/affiliates/statements/2026-01?affiliate=${affiliate_id}`;
    return api.call('GET', path, undefined, as(admin));
  },
  'GET /api/affiliates/payout': async () =>
    api.call('GET', '/api/affiliates/payout', undefined, as(await signIn('ada'))),
  'PUT /api/affiliates/payout-email': async () =>
    api.call('PUT', '/api/affiliates/payout-email', { email: newEmail() }, as(await signIn('ada'))),
  'PUT /api/affiliates/:id/payout': async () => {
    const { id } = await newAffiliate(api.rows);
    const terms = { payout_email: null, no_minimum: true };
    return api.call('PUT', `/api/affiliates/${id}/payout`, terms, as(admin));
  },
  'GET /api/payouts': () => api.call('GET', '/api/payouts', undefined, as(admin)),
  'GET /api/payouts/export': () => api.call('GET', '/api/payouts/export', undefined, as(admin)),
  'POST /api/payouts/approve': () =>
    api.call('POST', '/api/payouts/approve', { ids: [randomUUID()] }, as(admin)),
  'POST /api/payouts/reject': () =>
    api.call('POST', '/api/payouts/reject', { ids: [randomUUID()], reason: 'Nobody’s' }, as(admin)),
  'POST /api/payouts/paid': () => {
    const items = [{ id: randomUUID(), transactionId: unique() }];
    return api.call('POST', '/api/payouts/paid', { items }, as(admin));
  },
  'GET /api/affiliates/export': () => api.call('GET', '/api/affiliates/export', undefined, as(admin)),
  'POST /api/affiliates/import': () => {
    const csv = `name,email\nNew,${newEmail()}\nNobody,\n`;
    return api.call('POST', '/api/affiliates/import', { csv, dryRun: true }, as(admin));
  },
  'POST /api/affiliates/bulk': async () => {
    const { id } = await newAffiliate(api.rows);
    return api.call('POST', '/api/affiliates/bulk', { action: 'deactivate', ids: [id] }, as(admin));
  },
  'GET /api/affiliates/:id': async () => {
    const { id } = await newAffiliate(api.rows);
    return api.call('GET', `/api/affiliates/${id}`, undefined, as(admin));
  },
  'PUT /api/affiliates/:id': async () => {
    const { id, email } = await newAffiliate(api.rows);
    return api.call('PUT', `/api/affiliates/${id}`, { name: 'Changed', email }, as(admin));
  },
  'DELETE /api/affiliates/:id': async () => {
    const { id } = await newAffiliate(api.rows);
    return api.call('DELETE', `/api/affiliates/${id}`, undefined, as(admin));
  },
  'GET /api/purchases': async () => {
    await fixtures(api.rows).payment();
    return api.call('GET', '/api/purchases', undefined, as(admin));
  },
  'GET /api/purchases/:id': async () =>
    api.call('GET', `/api/purchases/${await fixtures(api.rows).purchase()}`, undefined, as(admin)),
  'POST /api/purchases/:id/reattribute': async () => {
    const [{ code }, payment_id] = [await newAffiliate(api.rows), await fixtures(api.rows).payment()];
    const [row] = await api.rows('select purchase_id as id from payments where id = $1', [payment_id]);
    const path = `/api/purchases/${String(row?.id)}/reattribute`;
    return api.call('POST', path, { code, reason: 'Theirs', version: 1 }, as(admin));
  },
  'POST /api/purchases/:id/release-hold': async () => {
    const { purchase, payment, other } = fixtures(api.rows);
    const purchase_id = await purchase();
    const payment_id = await payment({ purchase_id });
    const holdId = await other('commission_holds', { payment_id, reason: 'review' });
    const path = `/api/purchases/${purchase_id}/release-hold`;
    return api.call('POST', path, { holdId, reason: 'Reviewed' }, as(admin));
  },
  'POST /api/events/:id/retry': async () => {
    const id = `WH-${unique()}`;
    const body = { id, event_type: 'UNKNOWN', create_time: '2026-01-01T00:00:00Z', resource: {} };
    await api.rows(
      `insert into webhook_events (id, type, body, state, attempts, occurred_at)
       values ($1, 'UNKNOWN', $2, 'failed', 20, '2026-01-01')`,
      [id, JSON.stringify(body)],
    );
    return api.call('POST', `/api/events/${id}/retry`, undefined, as(admin));
  },
  'GET /api/reconciliation/latest': async () => {
    const days = { first_day: '2026-01-01', last_day: '2026-01-03', compared: 0, differences: '[]' };
    await fixtures(api.rows).other('reconciliations', days);
    return api.call('GET', '/api/reconciliation/latest', undefined, as(admin));
  },
  'GET /api/audit': () => api.call('GET', '/api/audit', undefined, as(admin)),
  'GET /api/auth/validate-reset-token/:token': async () =>
    api.call('GET', `/api/auth/validate-reset-token/${await mailedCode(await newAccount())}`),
  'POST /api/auth/reset-password': async () =>
    api.call('POST', '/api/auth/reset-password', {
      token: await mailedCode(await newAccount()),
      newPassword: 'a long and quiet evening',
    }),
  'POST /api/referral': () => api.call('POST', '/api/referral', { code: 'ada0001' }),
  ...profileCalls('/api'),
  ...profileCalls(''),
};

test.each(Object.entries(working))('%s answers as described when it works', async (_call, make) => {
  // The harness holds the answer against the description.
  const answer = await make();
  expect(answer.status).toBeLessThan(300);
});

test('no operation is left out', () => {
  // These two need the payment provider: tests/api/purchase and tests/api/webhook call them.
  const elsewhere = ['POST /api/purchase/track', 'POST /api/paypal/webhook'];
  expect([...Object.keys(working), ...elsewhere].sort()).toEqual(Object.keys(access).sort());
});
