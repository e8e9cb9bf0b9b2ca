/**
 * Who may make which call, the whole table. A call that is not listed does not exist. `open`: everybody. `signed-in`:
 * whoever is known. `admin`: the admin claim. `service`: whether HTTP Basic with the service's credentials is accepted,
 * and then counts as known; elsewhere it is refused.
 */
export interface Access {
  readonly who: 'open' | 'signed-in' | 'admin';
  readonly service: boolean;
}

const open: Access = { who: 'open', service: false };
const openToMachines: Access = { who: 'open', service: true };
const signedIn: Access = { who: 'signed-in', service: false };
/** Whose profiles they reach is the domain's to say. */
const profiles: Access = { who: 'signed-in', service: true };
const admin: Access = { who: 'admin', service: false };

export const access = {
  'GET /api/health': open,
  'POST /api/customers': open,
  'GET /api/customers': admin,
  'GET /api/customers/export': admin,
  'POST /api/customers/data': admin,
  'POST /api/customers/forget': admin,
  'GET /api/customers/:id': admin,
  'PUT /api/customers/:id': admin,
  'DELETE /api/customers/:id': admin,
  'GET /api/affiliates/validate/:code': openToMachines,
  'GET /api/affiliates': signedIn,
  'POST /api/affiliates': signedIn,
  'GET /api/affiliates/email/:email': signedIn,
  'GET /api/affiliates/referrals': signedIn,
  'GET /api/affiliates/statements': signedIn,
  'GET /api/affiliates/statements/:month': signedIn,
  'GET /api/affiliates/payout': signedIn,
  'PUT /api/affiliates/payout-email': signedIn,
  'PUT /api/affiliates/:id/payout': admin,
  'GET /api/payouts': admin,
  'POST /api/payouts/export': admin,
  'POST /api/payouts/approve': admin,
  'POST /api/payouts/reject': admin,
  'POST /api/payouts/paid': admin,
  'GET /api/affiliates/export': admin,
  'POST /api/affiliates/import': admin,
  'POST /api/affiliates/bulk': admin,
  'GET /api/affiliates/:id': admin,
  'PUT /api/affiliates/:id': admin,
  'DELETE /api/affiliates/:id': admin,
  'GET /api/purchases': admin,
  'GET /api/purchases/:id': admin,
  'POST /api/purchases/:id/reattribute': admin,
  'POST /api/purchases/:id/adjust': admin,
  'POST /api/purchases/:id/release-hold': admin,
  'POST /api/events/:id/retry': admin,
  'GET /api/reconciliation/latest': admin,
  'POST /api/audit/search': admin,
  'GET /api/user-profiles/user/:userId': openToMachines,
  'GET /api/user-profiles/admin/statistics': profiles,
  'GET /api/user-profiles': profiles,
  'GET /api/user-profiles/email/:email': profiles,
  'POST /api/user-profiles': profiles,
  'PUT /api/user-profiles/user/:userId/upsert': profiles,
  'DELETE /api/user-profiles/user/:userId': profiles,
  'GET /user-profiles/user/:userId': openToMachines,
  'GET /user-profiles/admin/statistics': profiles,
  'GET /user-profiles': profiles,
  'GET /user-profiles/email/:email': profiles,
  'POST /user-profiles': profiles,
  'PUT /user-profiles/user/:userId/upsert': profiles,
  'DELETE /user-profiles/user/:userId': profiles,
  'GET /api/auth/validate-reset-token/:token': open,
  'POST /api/auth/reset-password': open,
  'POST /api/referral': open,
  'POST /api/purchase/track': open,
  'POST /api/paypal/webhook': open,
} as const satisfies Record<string, Access>;

export type Call = keyof typeof access;
