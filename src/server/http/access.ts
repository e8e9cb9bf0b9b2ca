/**
 * Who may make which call, the whole table (decisions.md, 'Who may do what'). A call that is not listed
 * does not exist. `open`: everybody. `signed-in`: whoever is known. `admin`: the admin claim. `service`: whether HTTP Basic with the
 * service's credentials is accepted; elsewhere it is refused.
 */
export interface Access {
  readonly who: 'open' | 'signed-in' | 'admin';
  readonly service: boolean;
}

const open: Access = { who: 'open', service: false };
const signedIn: Access = { who: 'signed-in', service: false };
const admin: Access = { who: 'admin', service: false };

export const access = {
  'GET /api/health': open,
  'POST /api/customers': open,
  'GET /api/customers': admin,
  'GET /api/customers/export': admin,
  'GET /api/customers/data': admin,
  'PUT /api/customers/:id': admin,
  'DELETE /api/customers/:id': admin,
  'GET /api/affiliates/validate/:code': { who: 'open', service: true },
  'GET /api/affiliates': signedIn,
  'POST /api/affiliates': signedIn,
  'GET /api/affiliates/email/:email': signedIn,
  'GET /api/affiliates/referrals': signedIn,
  'GET /api/affiliates/export': admin,
  'POST /api/affiliates/import': admin,
  'POST /api/affiliates/bulk': admin,
  'PUT /api/affiliates/:id': admin,
  'DELETE /api/affiliates/:id': admin,
  'GET /api/audit': admin,
  'GET /api/auth/validate-reset-token/:token': open,
  'POST /api/auth/reset-password': open,
  'POST /api/referral': open,
  'POST /api/purchase/track': open,
  'POST /api/paypal/webhook': open,
} as const satisfies Record<string, Access>;

export type Call = keyof typeof access;
