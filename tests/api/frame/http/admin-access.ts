import { randomUUID } from 'node:crypto';
import type { ApiCalls } from '../../../../src/server/routes.ts';
import { admin, finance, open, viewer, type Row } from './access-row.ts';

/** Expected access to the calls of src/server/admin. */
export const adminAccess = {
  'GET /api/health': { who: open, yes: [200] },
  'POST /api/mails/retry': { who: admin, yes: [200] },
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
  'GET /api/admin/overview': { who: viewer, yes: [200] },
  'GET /api/figures': { who: viewer, yes: [200] },
  'POST /api/reports/csp': { who: open, body: () => [], yes: [204] },
  'POST /api/counts/:event': { who: open, path: () => '/api/counts/view?of=/buy', yes: [204] },
  'POST /api/audit/search': { who: viewer, body: () => ({}), yes: [200] },
} satisfies Partial<Record<keyof ApiCalls, Row>>;
