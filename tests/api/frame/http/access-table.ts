import type { ApiCalls } from '../../../../src/server/routes.ts';

/**
 * The callers that may make a call: everybody, buyers with a session, signed-in users, or staff with at least this role.
 *
 * - `fresh`: the sign-in must be at most ten minutes old.
 * - `or machine`: also machines with the service credentials. For other users these profiles do not exist.
 * - `knows admins`: everybody may make the call, and it answers an admin differently.
 */
export type Access =
  | 'everybody'
  | 'everybody, knows admins'
  | 'everybody or machine'
  | 'buyer'
  | 'user'
  | 'user, fresh'
  | 'viewer'
  | 'viewer or machine'
  | 'finance'
  | 'finance, fresh'
  | 'admin'
  | 'admin or machine'
  | 'admin, fresh';

type ProfileCall = `${string}/user-profiles${string}`;

const profileAccess = {
  'GET /user-profiles/user/:userId': 'everybody or machine',
  'GET /user-profiles/admin/statistics': 'viewer or machine',
  'GET /user-profiles': 'viewer or machine',
  'GET /user-profiles/email/:email': 'viewer or machine',
  'POST /user-profiles': 'admin or machine',
  'PUT /user-profiles/user/:userId/upsert': 'admin or machine',
  'DELETE /user-profiles/user/:userId': 'admin or machine',
} as const satisfies Partial<Record<keyof ApiCalls, Access>>;

const otherAccess: Readonly<Record<Exclude<keyof ApiCalls, ProfileCall>, Access>> = {
  'POST /api/customers': 'everybody, knows admins',
  'GET /api/customers': 'viewer',
  'GET /api/customers/export': 'viewer',
  'POST /api/customers/data': 'viewer',
  'POST /api/customers/forget': 'admin, fresh',
  'GET /api/customers/:id': 'viewer',
  'PUT /api/customers/:id': 'admin',
  'DELETE /api/customers/:id': 'admin, fresh',
  'POST /api/portal/link': 'everybody',
  'POST /api/portal/open': 'everybody',
  'POST /api/portal/account': 'user, fresh',
  'POST /api/portal/sign-out': 'everybody',
  'GET /api/portal/purchases': 'buyer',
  'GET /api/portal/data': 'buyer',
  'GET /api/licenses/revoked': 'everybody',
  'GET /api/licenses/orders/:orderId': 'everybody',
  'GET /api/portal/receipts/:id': 'buyer',
  'POST /api/portal/receipts/:id/versions': 'buyer',
  'GET /api/portal/licenses/:id': 'buyer',
  'POST /api/portal/purchases/:id/cancel': 'buyer',
  'POST /api/portal/erase': 'buyer',
  'GET /api/newsletter': 'viewer',
  'GET /api/newsletter/export': 'viewer',
  'GET /api/newsletter/summary': 'viewer',
  'DELETE /api/newsletter/:id': 'admin',
  'GET /api/newsletter/confirm': 'everybody',
  'POST /api/newsletter/confirm': 'everybody',
  'GET /api/newsletter/leave': 'everybody',
  'POST /api/newsletter/leave': 'everybody',
  'POST /api/mail/events': 'everybody',
  'POST /api/withdrawals': 'everybody',
  'GET /api/withdrawals/form': 'everybody',
  'POST /api/withdrawals/form': 'everybody',
  'GET /api/withdrawals': 'viewer',
  'POST /api/withdrawals/handle': 'finance',
  'POST /api/withdrawals/:id/settle': 'finance, fresh',
  'PUT /api/withdrawals/:id': 'finance',
  'GET /api/sale-claims': 'viewer',
  'POST /api/sale-claims': 'user',
  'POST /api/sale-claims/:id/settle': 'finance, fresh',
  'GET /api/letters': 'viewer',
  'GET /api/letters/:slug': 'viewer',
  'POST /api/letters/:slug/test': 'admin',
  'POST /api/letters/:slug/send': 'admin, fresh',
  'POST /api/letters/:slug/pause': 'admin',
  'POST /api/letters/:slug/resume': 'admin',
  'GET /api/account/export': 'user',
  'POST /api/account/delete': 'user, fresh',
  'POST /api/affiliates/leave': 'user, fresh',
  'GET /api/auth/validate-reset-token/:token': 'everybody',
  'POST /api/auth/reset-password': 'everybody',
  'GET /api/auth/leaked-passwords/:prefix': 'everybody',
  'POST /api/account/second-factor': 'user',
  'PUT /api/account/password': 'user',
  'POST /api/account/address': 'user, fresh',
  'POST /api/account/address/confirm': 'everybody',
  'POST /api/account/address/undo': 'everybody',
  'POST /api/account/sessions': 'user',
  'GET /api/account/sessions': 'user',
  'POST /api/account/sessions/end': 'user, fresh',
  'GET /api/affiliates/validate/:code': 'everybody or machine',
  'GET /api/affiliates': 'user',
  'POST /api/affiliates': 'user',
  'PUT /api/affiliates/application': 'user',
  'PUT /api/affiliates/mails': 'user',
  'GET /api/affiliates/email/:email': 'user',
  'GET /api/affiliates/referrals': 'user',
  'GET /api/affiliates/entries': 'user',
  'GET /api/affiliates/links': 'user',
  'POST /api/affiliates/links': 'user',
  'PUT /api/affiliates/links/:code': 'user',
  'DELETE /api/affiliates/links/:code': 'user',
  'GET /api/affiliates/statements': 'user',
  'GET /api/affiliates/statements/:month': 'user',
  'GET /api/affiliates/payout': 'user',
  'PUT /api/affiliates/payout-email': 'user, fresh',
  'PUT /api/affiliates/:id/payout': 'finance, fresh',
  'GET /api/payouts': 'viewer',
  'GET /api/payouts/years': 'viewer',
  'POST /api/payouts/export': 'finance, fresh',
  'POST /api/payouts/approve': 'finance, fresh',
  'POST /api/payouts/reject': 'finance, fresh',
  'POST /api/payouts/paid': 'finance, fresh',
  'GET /api/affiliates/export': 'viewer',
  'POST /api/affiliates/import': 'admin, fresh',
  'POST /api/affiliates/bulk': 'admin, fresh',
  'GET /api/affiliates/:id': 'viewer',
  'PUT /api/affiliates/:id': 'admin, fresh',
  'POST /api/affiliates/:id/decline': 'admin',
  'DELETE /api/affiliates/:id': 'admin, fresh',
  'GET /api/reconciliation/latest': 'viewer',
  'POST /api/referral': 'everybody',
  'POST /api/purchase/track': 'everybody',
  'GET /api/invitations': 'viewer',
  'POST /api/invitations': 'finance, fresh',
  'DELETE /api/invitations/:id': 'finance',
  'POST /api/invitations/open': 'everybody',
  'POST /api/paypal/webhook': 'everybody',
  'GET /api/health': 'everybody',
  'POST /api/mails/retry': 'admin',
  'GET /api/purchases': 'viewer',
  'GET /api/purchases/:id': 'viewer',
  'POST /api/purchases/:id/reattribute': 'finance, fresh',
  'POST /api/purchases/:id/adjust': 'finance, fresh',
  'POST /api/purchases/:id/refund': 'finance, fresh',
  'POST /api/purchases/:id/release-hold': 'finance, fresh',
  'POST /api/events/:id/retry': 'finance',
  'GET /api/admin/overview': 'viewer',
  'GET /api/figures': 'viewer',
  'POST /api/figures/links': 'admin',
  'DELETE /api/figures/links/:id': 'admin',
  'POST /api/reports/csp': 'everybody',
  'POST /api/counts/:event': 'everybody',
  'POST /api/audit/search': 'viewer',
};

/** Expected access to every call. It is written by hand, and not derived from the declarations. */
export const expected: Readonly<Record<string, Access>> = {
  ...otherAccess,
  ...profileAccess,
  ...Object.fromEntries(
    Object.entries(profileAccess).map(([call, access]) => [call.replace(' ', ' /api'), access]),
  ),
};
