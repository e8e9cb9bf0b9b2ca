import * as z from 'zod/mini';
import { json } from '../../frame/http/answer.ts';
import { onlyJson, route } from '../../frame/http/route.ts';
import { report } from './difference.ts';
import { latestReport } from './reconcile.ts';

/** The call that shows the daily reconciliation with PayPal. */
export const reconciliationRoutes = [
  route({
    method: 'GET',
    path: '/api/reconciliation/latest',
    access: 'viewer',
    tag: 'Purchase administration',
    summary: 'Read the last reconciliation with PayPal',
    description:
      'A daily run compares the last ten UTC days, and records what became of exported payouts. Null before the first run.',
    answers: onlyJson('The last report', z.object({ report: z.nullable(report) }), {
      report: {
        first_day: '2025-08-01',
        last_day: '2025-08-03',
        compared: 12,
        differences: [
          {
            code: 'payment-missing-here',
            text: 'PayPal has a payment that is not recorded here.',
            order_id: null,
            transaction_id: '3C679366HH908993F',
            ours: null,
            theirs: '59.99 USD',
          },
        ],
        made_at: '2025-08-04T05:20:00.000Z',
      },
    }),
    handle: async ({ context }) => json({ report: await latestReport(context) }),
  }),
];
