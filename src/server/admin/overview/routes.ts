import { json } from '../../frame/http/answer.ts';
import { onlyJson, route } from '../../frame/http/route.ts';
import { eventSummaryExample } from '../../money/purchases/event-summary.ts';
import { overviewShape, showOverview } from './show-overview.ts';

/** The call with the numbers of everything that waits for an admin. */
export const overviewRoutes = [
  route({
    method: 'GET',
    path: '/api/admin/overview',
    access: 'viewer',
    tag: 'Operations',
    summary: 'Count what waits for an admin',
    answers: onlyJson(
      'The numbers of waiting decisions, the newest failed events, the newest emails that were given up on, and the newest requests that PayPal refused or has not answered',
      overviewShape,
      {
        applications: { waiting: 3, overdue: 1 },
        payouts: {
          proposed: { count: 3, cents: 25_900, overdue: 1 },
          approved: { count: 0, cents: 0, overdue: 0 },
          returned: { count: 1, cents: 10_000 },
          blocked: { count: 0, cents: 0 },
        },
        letters_sending: 1,
        purchases_on_hold: 2,
        failed_events: {
          given_up: 0,
          retrying: 1,
          newest: [
            {
              ...eventSummaryExample,
              state: 'failed',
              attempts: 3,
              last_error: 'PayPal could not be reached.',
              processed_at: null,
              next_attempt_at: '2025-08-04T12:07:00.000Z',
            },
          ],
        },
        mails: {
          given_up: 1,
          newest: [
            {
              id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f1c33',
              kind: 'receipt',
              at: '2025-08-04T12:00:00.000Z',
              error: '550 No such mailbox',
            },
          ],
          late: 0,
        },
        bought_twice: { count: 1, order_id: '8AB12345CD678901E' },
        withdrawals: { open: 2, overdue: 1, unknown: 0 },
        paypal_actions: {
          refused: 1,
          late: 0,
          newest: [
            {
              id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f1c66',
              kind: 'refund',
              state: 'refused',
              order_id: '8AB12345CD678901E',
              amount_cents: 5_999,
              error: 'The payment has already been refunded in full. (CAPTURE_FULLY_REFUNDED)',
              at: '2025-08-04T12:00:00.000Z',
            },
          ],
        },
        sale_claims: 1,
        policy_violations: [{ directive: 'script-src-elem', host: 'inline', count: 4 }],
        reconciliation: {
          first_day: '2025-07-25',
          last_day: '2025-08-03',
          differences: 0,
          made_at: '2025-08-04T05:20:00.000Z',
        },
      },
    ),
    handle: async ({ context }) => json(await showOverview(context)),
  }),
];
