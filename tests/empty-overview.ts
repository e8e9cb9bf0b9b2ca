import type { Overview } from '../src/server/admin/overview/show-overview.ts';

/** The overview of an admin if nothing waits. */
export const emptyOverview: Overview = {
  applications: { waiting: 0, overdue: 0 },
  payouts: {
    proposed: { count: 0, cents: 0, overdue: 0 },
    approved: { count: 0, cents: 0, overdue: 0 },
    returned: { count: 0, cents: 0 },
    blocked: { count: 0, cents: 0 },
  },
  letters_sending: 0,
  purchases_on_hold: 0,
  bought_twice: { count: 0, order_id: null },
  failed_events: { given_up: 0, retrying: 0, newest: [] },
  mails: { given_up: 0, newest: [], late: 0 },
  withdrawals: { open: 0, overdue: 0, unknown: 0 },
  paypal_actions: { refused: 0, late: 0, newest: [] },
  sale_claims: 0,
  policy_violations: [],
  reconciliation: null,
};
