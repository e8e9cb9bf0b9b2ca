import { randomUUID } from 'node:crypto';
import type { ApiCalls } from '../../../../src/server/routes.ts';
import { newEmail, unique } from '../../factories.ts';
import { admin, finance, open, signedIn, viewer, type Row } from './access-row.ts';

/** Expected access to the calls of src/server/money. */
export const moneyAccess = {
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
  'GET /api/reconciliation/latest': { who: viewer, yes: [200] },
  'POST /api/referral': { who: open, body: () => ({ code: 'ada0001' }), yes: [204] },
  'POST /api/purchase/track': {
    who: open,
    body: () => ({ orderId: 'ORDER', amount: '59.99', affiliateCode: null, type: 'one-time' }),
    yes: [202],
  },
  'POST /api/paypal/webhook': { who: open, body: () => ({}), yes: [401, 'webhook-unverified'] },
} satisfies Partial<Record<keyof ApiCalls, Row>>;
