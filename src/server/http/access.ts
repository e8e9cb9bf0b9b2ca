/**
 * Who may make which call, the whole table (decisions.md, 'Who may do what'). A call that is not listed
 * does not exist. `open`: everybody. `admin`: the admin claim. `service`: whether HTTP Basic with the
 * service's credentials is accepted; elsewhere it is refused.
 */
export interface Access {
  readonly who: 'open' | 'admin';
  readonly service: boolean;
}

const open: Access = { who: 'open', service: false };
const admin: Access = { who: 'admin', service: false };

export const access = {
  'GET /api/health': open,
  'POST /api/customers': open,
  'GET /api/customers': admin,
  'PUT /api/customers/:id': admin,
  'DELETE /api/customers/:id': admin,
  'GET /api/affiliates/validate/:code': { who: 'open', service: true },
  'POST /api/referral': open,
  'POST /api/purchase/track': open,
  'POST /api/paypal/webhook': open,
} as const satisfies Record<string, Access>;

export type Call = keyof typeof access;
