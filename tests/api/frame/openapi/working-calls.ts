import { randomUUID } from 'node:crypto';
import { mailedCode, newAccount, newConfirmedAccount, signIn } from '../../accounts.ts';
import { fixtures } from '../db/fixtures.ts';
import type { Api, Call } from '../../harness.ts';
import { newAffiliate, newEmail, newNamedLink, newWithdrawal, unique } from '../../factories.ts';
import { signedResendEvent } from '../../people/newsletter/signed-resend-event.ts';
import { newAddressChange } from '../../people/addresses/address-change.ts';
import { newLink, openSession } from '../../portal-sessions.ts';
import { emptyNewsletter, newSubscription, sampleLetter } from '../../newsletter-factories.ts';

/** The arguments of a request. */
export type CallArguments = Parameters<Call>;

/** Prepares the records of a call and returns its arguments, so that a test can measure only the call. */
export type WorkingCalls = Readonly<Record<string, () => CallArguments | Promise<CallArguments>>>;

/** The API with sample records, and an admin's token. */
export interface Caller {
  readonly api: Pick<Api, 'call' | 'rows'>;
  readonly admin: string;
}

function withToken(token: string) {
  return { token };
}

async function newCustomer({ api, admin }: Caller): Promise<string> {
  const created = await api.call(
    'POST',
    '/api/customers',
    { name: 'New', email: newEmail() },
    withToken(admin),
  );
  return (created.body as { id: string }).id;
}

/** The calls of buyers, each with a session and a purchase of its own. */
function portalCalls({ api, admin }: Caller): WorkingCalls {
  const newBuyer = async (columns: object = {}) => {
    const email = newEmail('buyer');
    const { purchase, payment } = fixtures(api.rows);
    const payer = { payer_email: email, payer_email_key: email };
    const purchaseId = await purchase({ ...payer, ...columns });
    const paymentId = await payment({ purchase_id: purchaseId });
    return { email, purchaseId, paymentId, headers: await openSession(api.rows, email) };
  };
  const subscription = { type: 'subscription', plan_id: 'annual', state: 'active' };
  return {
    'POST /api/portal/link': () => ['POST', '/api/portal/link', { email: newEmail() }],
    'POST /api/portal/open': async () => [
      'POST',
      '/api/portal/open',
      { token: await newLink(api.rows, newEmail()) },
    ],
    'POST /api/portal/account': () => ['POST', '/api/portal/account', undefined, withToken(admin)],
    'POST /api/portal/sign-out': () => ['POST', '/api/portal/sign-out'],
    'GET /api/portal/purchases': async () => {
      const { headers } = await newBuyer();
      return ['GET', '/api/portal/purchases', undefined, { headers }];
    },
    'GET /api/portal/data': async () => {
      const { headers } = await newBuyer();
      return ['GET', '/api/portal/data', undefined, { headers }];
    },
    'GET /api/portal/receipts/:id': async () => {
      const { headers, paymentId } = await newBuyer();
      return ['GET', `/api/portal/receipts/${paymentId}`, undefined, { headers }];
    },
    'POST /api/portal/purchases/:id/cancel': async () => {
      const { headers, purchaseId } = await newBuyer(subscription);
      return ['POST', `/api/portal/purchases/${purchaseId}/cancel`, undefined, { headers }];
    },
    'POST /api/portal/erase': async () => {
      const { headers } = await newBuyer();
      return ['POST', '/api/portal/erase', undefined, { headers }];
    },
  };
}

/** The calls about the caller's own account, each with an account of its own. */
function ownAccountCalls({ api }: Pick<Caller, 'api'>): WorkingCalls {
  const asNewAccount = (method: string, path: string, body?: object) => async (): Promise<CallArguments> => {
    const { token } = await newConfirmedAccount();
    return [method, path, body, withToken(token)];
  };
  return {
    'POST /api/account/second-factor': asNewAccount('POST', '/api/account/second-factor'),
    'PUT /api/account/password': asNewAccount('PUT', '/api/account/password', {
      currentPassword: 'kithbook',
      newPassword: 'a long and quiet evening',
    }),
    'POST /api/account/address': asNewAccount('POST', '/api/account/address', { email: newEmail() }),
    'POST /api/account/address/confirm': async () => {
      const { confirm } = await newAddressChange(api);
      return ['POST', '/api/account/address/confirm', { token: confirm }];
    },
    'POST /api/account/address/undo': async () => {
      const { confirm, undo } = await newAddressChange(api);
      await api.call('POST', '/api/account/address/confirm', { token: confirm });
      return ['POST', '/api/account/address/undo', { token: undo }];
    },
    'POST /api/account/sessions': asNewAccount('POST', '/api/account/sessions', { replaces: null }),
    'GET /api/account/sessions': asNewAccount('GET', '/api/account/sessions'),
    'POST /api/account/sessions/end': asNewAccount('POST', '/api/account/sessions/end'),
  };
}

const { slug } = sampleLetter;

async function insertSentLetter(rows: Api['rows'], sentSlug: string): Promise<void> {
  await rows(
    `insert into letters (id, slug, subject, preview, html, text, recipients, sent_by)
     values (gen_random_uuid(), $1, 'Subject', 'Preview', '<p>Hello</p>', 'Hello', 0, 'nobody') on conflict do nothing`,
    [sentSlug],
  );
}

async function newProfile({ api, admin }: Caller, prefix: string): Promise<string> {
  const userId = `user-${unique()}`;
  await api.call('POST', `${prefix}/user-profiles`, { userId, name: 'New' }, withToken(admin));
  return userId;
}

function profileCalls({ api, admin }: Caller, prefix: '/api' | ''): WorkingCalls {
  return {
    [`GET ${prefix}/user-profiles/user/:userId`]: async () => [
      'GET',
      `${prefix}/user-profiles/user/${await newProfile({ api, admin }, prefix)}`,
    ],
    [`GET ${prefix}/user-profiles/admin/statistics`]: () => [
      'GET',
      `${prefix}/user-profiles/admin/statistics`,
      undefined,
      withToken(admin),
    ],
    [`GET ${prefix}/user-profiles`]: () => ['GET', `${prefix}/user-profiles`, undefined, withToken(admin)],
    [`GET ${prefix}/user-profiles/email/:email`]: async () => {
      const email = newEmail();
      await api.call('POST', `${prefix}/user-profiles`, { userId: unique(), email }, withToken(admin));
      return [
        'GET',
        `${prefix}/user-profiles/email/${encodeURIComponent(email)}`,
        undefined,
        withToken(admin),
      ];
    },
    [`POST ${prefix}/user-profiles`]: () => [
      'POST',
      `${prefix}/user-profiles`,
      { userId: unique() },
      withToken(admin),
    ],
    [`PUT ${prefix}/user-profiles/user/:userId/upsert`]: () => [
      'PUT',
      `${prefix}/user-profiles/user/${unique()}/upsert`,
      { name: 'New' },
      withToken(admin),
    ],
    [`DELETE ${prefix}/user-profiles/user/:userId`]: async () => [
      'DELETE',
      `${prefix}/user-profiles/user/${await newProfile({ api, admin }, prefix)}`,
      undefined,
      withToken(admin),
    ],
  };
}

/** Returns a successful request of each call, by the call's name. Leaves out the two calls that need PayPal. */
export function workingCalls({ api, admin }: Caller): WorkingCalls {
  return {
    'GET /api/health': () => ['GET', '/api/health'],
    'POST /api/customers': () => ['POST', '/api/customers', { email: newEmail() }],
    'GET /api/customers': () => ['GET', '/api/customers', undefined, withToken(admin)],
    'GET /api/customers/export': () => ['GET', '/api/customers/export', undefined, withToken(admin)],
    'POST /api/customers/forget': () => [
      'POST',
      '/api/customers/forget',
      { email: newEmail() },
      withToken(admin),
    ],
    'POST /api/customers/data': () => [
      'POST',
      '/api/customers/data',
      { email: 'ada@kithbook.example' },
      withToken(admin),
    ],
    'GET /api/customers/:id': async () => [
      'GET',
      `/api/customers/${await newCustomer({ api, admin })}`,
      undefined,
      withToken(admin),
    ],
    'PUT /api/customers/:id': async () => [
      'PUT',
      `/api/customers/${await newCustomer({ api, admin })}`,
      { name: 'Changed' },
      withToken(admin),
    ],
    'DELETE /api/customers/:id': async () => [
      'DELETE',
      `/api/customers/${await newCustomer({ api, admin })}`,
      undefined,
      withToken(admin),
    ],
    ...portalCalls({ api, admin }),
    'GET /api/newsletter/confirm': async () => [
      'GET',
      (await newSubscription(api.rows, 'asked')).confirmPath,
    ],
    'POST /api/newsletter/confirm': async () => [
      'POST',
      (await newSubscription(api.rows, 'asked')).confirmPath,
    ],
    'GET /api/newsletter/leave': async () => ['GET', (await newSubscription(api.rows)).leavePath],
    'POST /api/newsletter/leave': async () => ['POST', (await newSubscription(api.rows)).leavePath],
    'POST /api/mail/events': async () => {
      const { email } = await newSubscription(api.rows);
      const { body, headers } = signedResendEvent({ type: 'email.complained', data: { to: [email] } });
      return ['POST', '/api/mail/events', body, { headers }];
    },
    'POST /api/mails/retry': () => ['POST', '/api/mails/retry', undefined, withToken(admin)],
    'GET /api/newsletter': async () => {
      await newSubscription(api.rows);
      return ['GET', '/api/newsletter', undefined, withToken(admin)];
    },
    'GET /api/newsletter/export': () => ['GET', '/api/newsletter/export', undefined, withToken(admin)],
    'GET /api/newsletter/summary': () => ['GET', '/api/newsletter/summary', undefined, withToken(admin)],
    'DELETE /api/newsletter/:id': async () => {
      const { id } = await newSubscription(api.rows);
      return ['DELETE', `/api/newsletter/${id}`, undefined, withToken(admin)];
    },
    'POST /api/withdrawals': () => ['POST', '/api/withdrawals', newWithdrawal()],
    'GET /api/withdrawals/form': () => ['GET', '/api/withdrawals/form'],
    'POST /api/withdrawals/form': () => [
      'POST',
      '/api/withdrawals/form',
      new URLSearchParams({ ...newWithdrawal(), step: 'confirm' }).toString(),
      { headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ],
    'GET /api/withdrawals': async () => {
      await api.call('POST', '/api/withdrawals', newWithdrawal());
      return ['GET', '/api/withdrawals', undefined, withToken(admin)];
    },
    'POST /api/withdrawals/handle': () => [
      'POST',
      '/api/withdrawals/handle',
      { ids: [randomUUID()], note: 'Refunded' },
      withToken(admin),
    ],
    'PUT /api/withdrawals/:id': async () => {
      const { body } = await api.call('POST', '/api/withdrawals', newWithdrawal());
      const { id } = body as { id: string };
      return ['PUT', `/api/withdrawals/${id}`, { note: 'Refunded' }, withToken(admin)];
    },
    'GET /api/letters': () => ['GET', '/api/letters', undefined, withToken(admin)],
    'GET /api/letters/:slug': () => ['GET', `/api/letters/${slug}`, undefined, withToken(admin)],
    'POST /api/letters/:slug/test': () => ['POST', `/api/letters/${slug}/test`, undefined, withToken(admin)],
    'POST /api/letters/:slug/send': async () => {
      await emptyNewsletter(api.rows);
      await newSubscription(api.rows);
      return ['POST', `/api/letters/${slug}/send`, { recipients: 1 }, withToken(admin)];
    },
    'POST /api/letters/:slug/pause': async () => {
      await insertSentLetter(api.rows, slug);
      return ['POST', `/api/letters/${slug}/pause`, undefined, withToken(admin)];
    },
    'POST /api/letters/:slug/resume': async () => {
      await insertSentLetter(api.rows, slug);
      return ['POST', `/api/letters/${slug}/resume`, undefined, withToken(admin)];
    },
    'GET /api/affiliates/validate/:code': () => ['GET', '/api/affiliates/validate/ada0001'],
    'GET /api/affiliates': () => ['GET', '/api/affiliates', undefined, withToken(admin)],
    'POST /api/affiliates': () => [
      'POST',
      '/api/affiliates',
      { name: 'New', email: newEmail(), code: unique() },
      withToken(admin),
    ],
    'GET /api/affiliates/email/:email': () => [
      'GET',
      '/api/affiliates/email/ada%40kithbook.example',
      undefined,
      withToken(admin),
    ],
    'GET /api/affiliates/referrals': async () => [
      'GET',
      '/api/affiliates/referrals',
      undefined,
      withToken(await signIn('ada')),
    ],
    'GET /api/affiliates/entries': async () => [
      'GET',
      '/api/affiliates/entries',
      undefined,
      withToken(await signIn('ada')),
    ],
    'GET /api/affiliates/links': async () => [
      'GET',
      '/api/affiliates/links',
      undefined,
      withToken(await signIn('ada')),
    ],
    'POST /api/affiliates/links': async () => [
      'POST',
      '/api/affiliates/links',
      { label: unique() },
      withToken(await signIn('ada')),
    ],
    'PUT /api/affiliates/links/:code': async () => [
      'PUT',
      `/api/affiliates/links/${await newNamedLink(api.rows, 'ada0001')}`,
      { label: unique() },
      withToken(await signIn('ada')),
    ],
    'DELETE /api/affiliates/links/:code': async () => [
      'DELETE',
      `/api/affiliates/links/${await newNamedLink(api.rows, 'ada0001')}`,
      undefined,
      withToken(await signIn('ada')),
    ],
    'GET /api/affiliates/statements': async () => [
      'GET',
      '/api/affiliates/statements',
      undefined,
      withToken(await signIn('ada')),
    ],
    'GET /api/affiliates/statements/:month': async () => {
      const { id: affiliate_id } = await newAffiliate(api.rows);
      await fixtures(api.rows).statement({ affiliate_id });
      const path = `/api/affiliates/statements/2026-01?affiliate=${affiliate_id}`;
      return ['GET', path, undefined, withToken(admin)];
    },
    'GET /api/affiliates/payout': async () => [
      'GET',
      '/api/affiliates/payout',
      undefined,
      withToken(await signIn('ada')),
    ],
    'PUT /api/affiliates/payout-email': async () => [
      'PUT',
      '/api/affiliates/payout-email',
      { email: newEmail() },
      withToken(await signIn('ada')),
    ],
    'PUT /api/affiliates/:id/payout': async () => {
      const { id } = await newAffiliate(api.rows);
      const terms = { payout_email: null, no_minimum: true };
      return ['PUT', `/api/affiliates/${id}/payout`, terms, withToken(admin)];
    },
    'GET /api/payouts': () => ['GET', '/api/payouts', undefined, withToken(admin)],
    'GET /api/payouts/years': () => ['GET', '/api/payouts/years', undefined, withToken(admin)],
    'POST /api/payouts/export': () => ['POST', '/api/payouts/export', undefined, withToken(admin)],
    'POST /api/payouts/approve': () => [
      'POST',
      '/api/payouts/approve',
      { ids: [randomUUID()] },
      withToken(admin),
    ],
    'POST /api/payouts/reject': () => [
      'POST',
      '/api/payouts/reject',
      { ids: [randomUUID()], reason: 'Nobody’s' },
      withToken(admin),
    ],
    'POST /api/payouts/paid': () => {
      const items = [{ id: randomUUID(), transactionId: unique() }];
      return ['POST', '/api/payouts/paid', { items }, withToken(admin)];
    },
    'GET /api/affiliates/export': () => ['GET', '/api/affiliates/export', undefined, withToken(admin)],
    'POST /api/affiliates/import': () => {
      const csv = `name,email\nNew,${newEmail()}\nNobody,\n`;
      return ['POST', '/api/affiliates/import', { csv, dryRun: true }, withToken(admin)];
    },
    'POST /api/affiliates/bulk': async () => {
      const { id } = await newAffiliate(api.rows);
      return ['POST', '/api/affiliates/bulk', { action: 'deactivate', ids: [id] }, withToken(admin)];
    },
    'GET /api/affiliates/:id': async () => {
      const { id } = await newAffiliate(api.rows);
      return ['GET', `/api/affiliates/${id}`, undefined, withToken(admin)];
    },
    'PUT /api/affiliates/:id': async () => {
      const { id, email } = await newAffiliate(api.rows);
      return ['PUT', `/api/affiliates/${id}`, { name: 'Changed', email }, withToken(admin)];
    },
    'POST /api/affiliates/:id/decline': async () => {
      const { id } = await newAffiliate(api.rows, { activeFrom: null });
      return ['POST', `/api/affiliates/${id}/decline`, { reason: 'Not yet' }, withToken(admin)];
    },
    'PUT /api/affiliates/application': async () => {
      const { email, token } = await newConfirmedAccount();
      await newAffiliate(api.rows, { email, activeFrom: null });
      return ['PUT', '/api/affiliates/application', { promotion: 'In my newsletter' }, withToken(token)];
    },
    'PUT /api/affiliates/mails': async () => {
      const { email, token } = await newConfirmedAccount();
      await newAffiliate(api.rows, { email });
      return ['PUT', '/api/affiliates/mails', { muted: ['first-sale'] }, withToken(token)];
    },
    'DELETE /api/affiliates/:id': async () => {
      const { id } = await newAffiliate(api.rows);
      return ['DELETE', `/api/affiliates/${id}`, undefined, withToken(admin)];
    },
    'GET /api/purchases': async () => {
      await fixtures(api.rows).payment();
      return ['GET', '/api/purchases', undefined, withToken(admin)];
    },
    'GET /api/purchases/:id': async () => [
      'GET',
      `/api/purchases/${await fixtures(api.rows).purchase()}`,
      undefined,
      withToken(admin),
    ],
    'POST /api/purchases/:id/reattribute': async () => {
      const [{ code }, payment_id] = [await newAffiliate(api.rows), await fixtures(api.rows).payment()];
      const [row] = await api.rows('select purchase_id as id from payments where id = $1', [payment_id]);
      const path = `/api/purchases/${String(row?.id)}/reattribute`;
      return ['POST', path, { code, reason: 'Theirs', version: 1 }, withToken(admin)];
    },
    'POST /api/purchases/:id/adjust': async () => {
      const { purchase, payment, entry, refund } = fixtures(api.rows);
      const { id: affiliate_id, code: affiliate_code } = await newAffiliate(api.rows);
      const purchase_id = await purchase({ affiliate_id, affiliate_code });
      const payment_id = await payment({ purchase_id, refunded_cents: 1_000 });
      const refundId = unique();
      await refund({ payment_id, provider_id: refundId, amount_cents: 1_000 });
      await entry({ affiliate_id, payment_id });
      await entry({ affiliate_id, payment_id, kind: 'refund', source: refundId, amount_cents: -100 });
      const body = { id: randomUUID(), paymentId: payment_id, amountCents: 100, reason: 'A mistake' };
      return ['POST', `/api/purchases/${purchase_id}/adjust`, body, withToken(admin)];
    },
    'POST /api/purchases/:id/refund': async () => {
      const { purchase, payment } = fixtures(api.rows);
      const purchase_id = await purchase();
      const paymentId = await payment({ purchase_id });
      const body = { id: randomUUID(), paymentId, amountCents: 100, reason: 'A mistake' };
      return ['POST', `/api/purchases/${purchase_id}/refund`, body, withToken(admin)];
    },
    'POST /api/purchases/:id/release-hold': async () => {
      const { purchase, payment, other } = fixtures(api.rows);
      const purchase_id = await purchase();
      const payment_id = await payment({ purchase_id });
      const holdId = await other('commission_holds', { payment_id, reason: 'review' });
      const path = `/api/purchases/${purchase_id}/release-hold`;
      return ['POST', path, { holdId, reason: 'Reviewed' }, withToken(admin)];
    },
    'POST /api/events/:id/retry': async () => {
      const id = `WH-${unique()}`;
      const body = { id, event_type: 'UNKNOWN', create_time: '2026-01-01T00:00:00Z', resource: {} };
      await api.rows(
        `insert into webhook_events (id, type, body, state, attempts, occurred_at)
       values ($1, 'UNKNOWN', $2, 'failed', 20, '2026-01-01')`,
        [id, JSON.stringify(body)],
      );
      return ['POST', `/api/events/${id}/retry`, undefined, withToken(admin)];
    },
    'GET /api/reconciliation/latest': async () => {
      const days = { first_day: '2026-01-01', last_day: '2026-01-03', compared: 0, differences: '[]' };
      await fixtures(api.rows).other('reconciliations', days);
      return ['GET', '/api/reconciliation/latest', undefined, withToken(admin)];
    },
    'GET /api/admin/overview': async () => {
      const { other } = fixtures(api.rows);
      await other('reconciliations', {
        first_day: '2026-01-01',
        last_day: '2026-01-03',
        compared: 0,
        differences: '[]',
      });
      await other('webhook_events', {
        id: `WH-${unique()}`,
        type: 'X',
        body: '{}',
        state: 'failed',
        occurred_at: '2026-01-01',
      });
      return ['GET', '/api/admin/overview', undefined, withToken(admin)];
    },
    'POST /api/audit/search': () => ['POST', '/api/audit/search', {}, withToken(admin)],
    'GET /api/account/export': async () => {
      const { token } = await newConfirmedAccount();
      return ['GET', '/api/account/export', undefined, withToken(token)];
    },
    'POST /api/account/delete': async () => {
      const { token, email } = await newConfirmedAccount();
      return ['POST', '/api/account/delete', { email }, withToken(token)];
    },
    'POST /api/affiliates/leave': async () => {
      const { token, email } = await newConfirmedAccount();
      await newAffiliate(api.rows, { email });
      return ['POST', '/api/affiliates/leave', { email }, withToken(token)];
    },
    'GET /api/auth/validate-reset-token/:token': async () => [
      'GET',
      `/api/auth/validate-reset-token/${await mailedCode(await newAccount())}`,
    ],
    'POST /api/auth/reset-password': async () => [
      'POST',
      '/api/auth/reset-password',
      {
        token: await mailedCode(await newAccount()),
        newPassword: 'a long and quiet evening',
      },
    ],
    'GET /api/auth/leaked-passwords/:prefix': () => ['GET', '/api/auth/leaked-passwords/5BAA6'],
    ...ownAccountCalls({ api }),
    'POST /api/reports/csp': () => ['POST', '/api/reports/csp', []],
    'POST /api/counts/:event': () => ['POST', '/api/counts/view?of=/buy'],
    'GET /api/figures': async () => {
      const { code } = await newAffiliate(api.rows);
      await api.rows('insert into link_clicks (code, day, clicks) values ($1, current_date, 3)', [code]);
      await api.call('POST', '/api/counts/view?of=/buy');
      return ['GET', '/api/figures', undefined, withToken(admin)];
    },
    'POST /api/referral': () => ['POST', '/api/referral', { code: 'ada0001' }],
    ...profileCalls({ api, admin }, '/api'),
    ...profileCalls({ api, admin }, ''),
  };
}

/** Prepares a call and returns its arguments. */
export async function prepareCall(calls: WorkingCalls, call: string): Promise<CallArguments> {
  const prepare = calls[call];
  if (!prepare) throw new Error(`There is no working call ${call}.`);
  return prepare();
}
