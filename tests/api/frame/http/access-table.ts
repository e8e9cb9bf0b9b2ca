import { randomUUID } from 'node:crypto';
import type { ApiCalls } from '../../../../src/server/routes.ts';
import { newEmail, unique } from '../../factories.ts';
import {
  admin,
  buyer,
  finance,
  open,
  profileChange,
  profiles,
  type Row,
  signedIn,
  viewer,
} from './access-row.ts';

/** The email of a profile that belongs to no caller of the tests. */
export const stranger = newEmail('stranger');

/** Expected access to the profile calls at one of their two addresses. */
function profileRows(prefix: string): [call: string, row: Row][] {
  const path = `${prefix}/user-profiles`;
  return [
    [
      `GET ${path}/user/:userId`,
      { who: { ...open, service: 'yes' }, path: () => `${path}/user/seed-pia`, yes: [200] },
    ],
    [`GET ${path}/admin/statistics`, { who: profiles, yes: [200] }],
    [`GET ${path}`, { who: profiles, yes: [200] }],
    [`GET ${path}/email/:email`, { who: profiles, path: () => `${path}/email/${stranger}`, yes: [200] }],
    [`POST ${path}`, { who: profileChange, body: () => ({ userId: unique() }), yes: [201] }],
    [
      `PUT ${path}/user/:userId/upsert`,
      { who: profileChange, path: () => `${path}/user/${unique()}/upsert`, body: () => ({}), yes: [201] },
    ],
    [
      `DELETE ${path}/user/:userId`,
      { who: profileChange, path: () => `${path}/user/nobody`, yes: [404, 'profile-not-found'] },
    ],
  ];
}

const otherRows: Record<Exclude<keyof ApiCalls, `${string}/user-profiles${string}`>, Row> = {
  'GET /api/health': { who: open, yes: [200] },
  'POST /api/customers': {
    who: open,
    answersAdmins: true,
    body: () => ({ email: newEmail() }),
    yes: [201],
  },
  'GET /api/customers': { who: viewer, yes: [200] },
  'GET /api/customers/export': { who: viewer, yes: [200] },
  'POST /api/customers/data': { who: viewer, body: () => ({}), yes: [422, 'email-invalid'] },
  'POST /api/customers/forget': {
    who: admin,
    needsFreshSignIn: true,
    body: () => ({}),
    yes: [422, 'email-invalid'],
  },
  'GET /api/customers/:id': {
    who: viewer,
    path: () => `/api/customers/${randomUUID()}`,
    yes: [404, 'customer-not-found'],
  },
  'PUT /api/customers/:id': {
    who: admin,
    path: () => `/api/customers/${randomUUID()}`,
    body: () => ({ name: 'Nobody' }),
    yes: [404, 'customer-not-found'],
  },
  'DELETE /api/customers/:id': {
    who: admin,
    needsFreshSignIn: true,
    path: () => `/api/customers/${randomUUID()}`,
    yes: [404, 'customer-not-found'],
  },
  'POST /api/portal/link': { who: open, body: () => ({ email: newEmail() }), yes: [202] },
  'POST /api/portal/open': { who: open, body: () => ({ token: 'x' }), yes: [404, 'portal-link-invalid'] },
  'POST /api/portal/account': { who: signedIn, needsFreshSignIn: true, yes: [200] },
  'POST /api/portal/sign-out': { who: open, yes: [204] },
  'GET /api/portal/purchases': buyer,
  'GET /api/portal/data': buyer,
  'GET /api/portal/receipts/:id': { ...buyer, path: () => `/api/portal/receipts/${randomUUID()}` },
  'POST /api/portal/purchases/:id/cancel': {
    ...buyer,
    path: () => `/api/portal/purchases/${randomUUID()}/cancel`,
  },
  'POST /api/portal/erase': buyer,
  'GET /api/newsletter': { who: viewer, yes: [200] },
  'GET /api/newsletter/export': { who: viewer, yes: [200] },
  'GET /api/newsletter/summary': { who: viewer, yes: [200] },
  'DELETE /api/newsletter/:id': {
    who: admin,
    path: () => `/api/newsletter/${randomUUID()}`,
    yes: [404, 'subscription-not-found'],
  },
  'POST /api/withdrawals': { who: open, body: () => ({}), yes: [422, 'withdrawal-name-required'] },
  'GET /api/withdrawals/form': { who: open, yes: [200] },
  'POST /api/withdrawals/form': { who: open, yes: [422] },
  'GET /api/withdrawals': { who: viewer, yes: [200] },
  'POST /api/withdrawals/handle': {
    who: finance,
    body: () => ({ ids: [randomUUID()], note: 'Refunded' }),
    yes: [200],
  },
  'PUT /api/withdrawals/:id': {
    who: finance,
    path: () => `/api/withdrawals/${randomUUID()}`,
    body: () => ({ note: 'Refunded' }),
    yes: [404, 'withdrawal-not-found'],
  },
  'GET /api/letters': { who: viewer, yes: [200] },
  'GET /api/letters/:slug': {
    who: viewer,
    path: () => '/api/letters/nothing',
    yes: [404, 'letter-not-found'],
  },
  'POST /api/letters/:slug/test': {
    who: admin,
    path: () => '/api/letters/nothing/test',
    yes: [404, 'letter-not-found'],
  },
  'POST /api/letters/:slug/send': {
    who: admin,
    needsFreshSignIn: true,
    path: () => '/api/letters/nothing/send',
    body: () => ({ recipients: 1 }),
    yes: [404, 'letter-not-found'],
  },
  'POST /api/letters/:slug/pause': {
    who: admin,
    path: () => '/api/letters/nothing/pause',
    yes: [409, 'letter-not-sent'],
  },
  'POST /api/letters/:slug/resume': {
    who: admin,
    path: () => '/api/letters/nothing/resume',
    yes: [409, 'letter-not-sent'],
  },
  'GET /api/newsletter/confirm': { who: open, yes: [404] },
  'POST /api/newsletter/confirm': { who: open, yes: [404] },
  'GET /api/newsletter/leave': { who: open, yes: [404] },
  'POST /api/newsletter/leave': { who: open, yes: [404] },
  'POST /api/mail/events': { who: open, body: () => ({}), yes: [401, 'webhook-unverified'] },
  'POST /api/mails/retry': { who: admin, yes: [200] },
  'GET /api/affiliates/validate/:code': {
    who: { ...open, service: 'yes' },
    path: () => '/api/affiliates/validate/ada0001',
    yes: [200],
  },
  'GET /api/affiliates': { who: signedIn, yes: [200] },
  'POST /api/affiliates': {
    who: signedIn,
    body: () => ({ name: 'Nobody', code: 'nobody0001' }),
    yes: [422, 'email-required'],
  },
  'PUT /api/affiliates/application': {
    who: signedIn,
    body: () => ({ promotion: 'x'.repeat(501) }),
    yes: [422, 'invalid'],
  },
  'PUT /api/affiliates/mails': {
    who: signedIn,
    body: () => ({ muted: ['receipt'] }),
    yes: [422, 'invalid'],
  },
  'GET /api/affiliates/email/:email': {
    who: signedIn,
    path: () => '/api/affiliates/email/nobody@mail.example',
    yes: [404, 'affiliate-not-found'],
  },
  'GET /api/affiliates/referrals': {
    who: signedIn,
    path: () => `/api/affiliates/referrals?affiliate=${randomUUID()}`,
    yes: [404, 'affiliate-not-found'],
  },
  'GET /api/affiliates/entries': {
    who: signedIn,
    path: () => `/api/affiliates/entries?affiliate=${randomUUID()}`,
    yes: [404, 'affiliate-not-found'],
  },
  'GET /api/affiliates/links': {
    who: signedIn,
    path: () => `/api/affiliates/links?affiliate=${randomUUID()}`,
    yes: [404, 'affiliate-not-found'],
  },
  'POST /api/affiliates/links': {
    who: signedIn,
    body: () => ({ label: '' }),
    yes: [422, 'link-label-required'],
  },
  'PUT /api/affiliates/links/:code': {
    who: signedIn,
    path: () => '/api/affiliates/links/nobody',
    body: () => ({ label: 'Video' }),
    yes: [404, 'link-not-found'],
  },
  'DELETE /api/affiliates/links/:code': {
    who: signedIn,
    path: () => '/api/affiliates/links/nobody',
    yes: [404, 'link-not-found'],
  },
  'GET /api/affiliates/statements': {
    who: signedIn,
    path: () => `/api/affiliates/statements?affiliate=${randomUUID()}`,
    yes: [404, 'affiliate-not-found'],
  },
  'GET /api/affiliates/statements/:month': {
    who: signedIn,
    path: () => `/api/affiliates/statements/2025-08?affiliate=${randomUUID()}`,
    yes: [404, 'affiliate-not-found'],
  },
  'GET /api/affiliates/payout': {
    who: signedIn,
    path: () => `/api/affiliates/payout?affiliate=${randomUUID()}`,
    yes: [404, 'affiliate-not-found'],
  },
  'PUT /api/affiliates/payout-email': {
    who: signedIn,
    needsFreshSignIn: true,
    body: () => ({ email: 'nobody' }),
    yes: [422, 'email-invalid'],
  },
  'PUT /api/affiliates/:id/payout': {
    who: finance,
    needsFreshSignIn: true,
    path: () => `/api/affiliates/${randomUUID()}/payout`,
    body: () => ({ payout_email: null, no_minimum: true }),
    yes: [404, 'affiliate-not-found'],
  },
  'GET /api/payouts': { who: viewer, yes: [200] },
  'GET /api/payouts/years': { who: viewer, yes: [200] },
  'POST /api/payouts/export': { who: finance, needsFreshSignIn: true, yes: [200] },
  'POST /api/payouts/approve': {
    who: finance,
    needsFreshSignIn: true,
    body: () => ({ ids: [randomUUID()] }),
    yes: [200],
  },
  'POST /api/payouts/reject': {
    who: finance,
    needsFreshSignIn: true,
    body: () => ({ ids: [randomUUID()], reason: 'Nobody’s' }),
    yes: [200],
  },
  'POST /api/payouts/paid': {
    who: finance,
    needsFreshSignIn: true,
    body: () => ({ items: [{ id: randomUUID(), transactionId: unique() }] }),
    yes: [200],
  },
  'GET /api/affiliates/export': { who: viewer, yes: [200] },
  'POST /api/affiliates/import': {
    who: admin,
    needsFreshSignIn: true,
    body: () => ({ csv: 'name,email', dryRun: true }),
    yes: [200],
  },
  'POST /api/affiliates/bulk': {
    who: admin,
    needsFreshSignIn: true,
    body: () => ({ action: 'activate', ids: [randomUUID()] }),
    yes: [200],
  },
  'GET /api/affiliates/:id': {
    who: viewer,
    path: () => `/api/affiliates/${randomUUID()}`,
    yes: [404, 'affiliate-not-found'],
  },
  'PUT /api/affiliates/:id': {
    who: admin,
    needsFreshSignIn: true,
    path: () => `/api/affiliates/${randomUUID()}`,
    body: () => ({ name: 'Nobody', email: newEmail() }),
    yes: [404, 'affiliate-not-found'],
  },
  'POST /api/affiliates/:id/decline': {
    who: admin,
    path: () => `/api/affiliates/${randomUUID()}/decline`,
    body: () => ({}),
    yes: [404, 'affiliate-not-found'],
  },
  'DELETE /api/affiliates/:id': {
    who: admin,
    needsFreshSignIn: true,
    path: () => `/api/affiliates/${randomUUID()}`,
    yes: [404, 'affiliate-not-found'],
  },
  'GET /api/purchases': { who: viewer, yes: [200] },
  'GET /api/purchases/:id': {
    who: viewer,
    path: () => `/api/purchases/${randomUUID()}`,
    yes: [404, 'purchase-not-found'],
  },
  'POST /api/purchases/:id/reattribute': {
    who: finance,
    needsFreshSignIn: true,
    path: () => `/api/purchases/${randomUUID()}/reattribute`,
    body: () => ({ code: null, reason: 'Nobody’s', version: 1 }),
    yes: [404, 'purchase-not-found'],
  },
  'POST /api/purchases/:id/adjust': {
    who: finance,
    needsFreshSignIn: true,
    path: () => `/api/purchases/${randomUUID()}/adjust`,
    body: () => ({ id: randomUUID(), paymentId: randomUUID(), amountCents: 100, reason: 'None' }),
    yes: [404, 'purchase-not-found'],
  },
  'POST /api/purchases/:id/refund': {
    who: finance,
    needsFreshSignIn: true,
    path: () => `/api/purchases/${randomUUID()}/refund`,
    body: () => ({ id: randomUUID(), paymentId: randomUUID(), amountCents: 100, reason: 'None' }),
    yes: [404, 'purchase-not-found'],
  },
  'POST /api/purchases/:id/release-hold': {
    who: finance,
    needsFreshSignIn: true,
    path: () => `/api/purchases/${randomUUID()}/release-hold`,
    body: () => ({ holdId: randomUUID(), reason: 'Nobody’s' }),
    yes: [404, 'purchase-not-found'],
  },
  'POST /api/events/:id/retry': {
    who: finance,
    path: () => '/api/events/WH-NONE/retry',
    yes: [404, 'event-not-found'],
  },
  'GET /api/reconciliation/latest': { who: viewer, yes: [200] },
  'GET /api/admin/overview': { who: viewer, yes: [200] },
  'GET /api/figures': { who: viewer, yes: [200] },
  'POST /api/reports/csp': { who: open, body: () => [], yes: [204] },
  'POST /api/counts/:event': { who: open, path: () => '/api/counts/view?of=/buy', yes: [204] },
  'POST /api/audit/search': { who: viewer, body: () => ({}), yes: [200] },
  'GET /api/account/export': { who: signedIn, yes: [200] },
  'POST /api/account/delete': {
    who: signedIn,
    needsFreshSignIn: true,
    body: () => ({ email: newEmail() }),
    yes: [409, 'account-differs'],
  },
  'POST /api/affiliates/leave': {
    who: signedIn,
    needsFreshSignIn: true,
    body: () => ({ email: newEmail() }),
    yes: [409, 'account-differs'],
  },
  'GET /api/auth/validate-reset-token/:token': {
    who: open,
    path: () => '/api/auth/validate-reset-token/sample',
    yes: [200],
  },
  'POST /api/auth/reset-password': {
    who: open,
    body: () => ({ token: 'sample', newPassword: 'a new one for nobody' }),
    yes: [422, 'reset-link-invalid'],
  },
  'GET /api/auth/leaked-passwords/:prefix': {
    who: open,
    path: () => '/api/auth/leaked-passwords/5BAA6',
    yes: [200],
  },
  'POST /api/account/second-factor': { who: signedIn, yes: [200] },
  'PUT /api/account/password': {
    who: signedIn,
    body: () => ({ currentPassword: 'not this one', newPassword: 'a new one for nobody' }),
    yes: [422, 'password-wrong'],
  },
  'POST /api/account/address': {
    who: signedIn,
    needsFreshSignIn: true,
    body: () => ({ email: 'no address' }),
    yes: [422, 'email-invalid'],
  },
  'POST /api/account/address/confirm': {
    who: open,
    body: () => ({ token: 'x' }),
    yes: [404, 'address-link-invalid'],
  },
  'POST /api/account/address/undo': {
    who: open,
    body: () => ({ token: 'x' }),
    yes: [404, 'address-link-invalid'],
  },
  'POST /api/account/sessions': { who: signedIn, body: () => ({ replaces: null }), yes: [204] },
  'GET /api/account/sessions': { who: signedIn, yes: [200] },
  'POST /api/account/sessions/end': {
    who: signedIn,
    needsFreshSignIn: true,
    endsSessions: true,
    yes: [204],
  },
  'POST /api/referral': { who: open, body: () => ({ code: 'ada0001' }), yes: [204] },
  'POST /api/purchase/track': {
    who: open,
    body: () => ({ orderId: 'ORDER', amount: '59.99', affiliateCode: null, type: 'one-time' }),
    yes: [202],
  },
  'POST /api/paypal/webhook': { who: open, body: () => ({}), yes: [401, 'webhook-unverified'] },
};

/** Expected access to every call of the API. */
export const expected: Readonly<Record<string, Row>> = {
  ...otherRows,
  ...Object.fromEntries(['/api', ''].flatMap(profileRows)),
};
