import * as z from 'zod/mini';
import { approveInput, exportFilter, paidInput, rejectInput } from '../../../shared/schemas/payout.ts';
import { json, page } from '../../frame/http/answer.ts';
import { downloadCsv, downloadPlainCsv } from '../../frame/http/download.ts';
import { onlyCsv, onlyJson, route } from '../../frame/http/route.ts';
import { approvePayouts, markPayoutsPaid, payoutChangeResult, rejectPayouts } from './change-payout-state.ts';
import { exportPayouts } from './export-payouts.ts';
import { listPayouts, payoutExample, payoutQuery, payoutShape, unpaidBalance } from './list-payouts.ts';
import { paidYearsCsv } from './paid-years.ts';
import { openMonth, payoutRun } from './payout-run.ts';

const noPayouts = { count: 0, cents: 0 };

const changeAnswer = {
  description: 'The result for each payout',
  json: { schema: payoutChangeResult, example: { changed: [payoutExample.id], unchanged: [], missing: [] } },
};

/** The calls with which admins run payouts. */
export const payoutAdminRoutes = [
  route({
    method: 'GET',
    path: '/api/payouts',
    access: 'viewer',
    tag: 'Payouts',
    summary: 'List payouts',
    description:
      'Newest first. `run` has the totals of `month` (default: the last closed one), and `open_months` the months with payouts that are neither paid nor rejected. The first page also has `unpaid`: balances of that month that were due and could not be paid out.',
    query: payoutQuery,
    answers: onlyJson(
      'A page of the payouts',
      z.object({
        payouts: z.array(payoutShape),
        unpaid: z.array(unpaidBalance),
        run: z.nullable(payoutRun).check(z.describe('Null if no month is closed')),
        open_months: z.array(openMonth),
      }),
      {
        payouts: [payoutExample],
        unpaid: [
          {
            affiliate: payoutExample.affiliate,
            month: '2025-08',
            closing_cents: 12500,
            reason: 'no-payout-email',
          },
        ],
        run: {
          month: '2025-08',
          closed_at: '2025-09-01T02:10:00.000Z',
          proposed: { count: 1, cents: 10000 },
          flagged: { count: 1, cents: 10000 },
          anomalies: [{ code: 'first-payout', text: 'The first payout of this affiliate', count: 1 }],
          approved: noPayouts,
          exported: noPayouts,
          unclaimed: noPayouts,
          returned: noPayouts,
          blocked: noPayouts,
          paid: { count: 2, cents: 31000 },
          rejected: noPayouts,
        },
        open_months: [{ month: '2025-08', count: 1, cents: 10000 }],
      },
      { headers: ['X-Total-Count'], optionalHeaders: ['X-Next-Cursor'] },
    ),
    handle: async ({ context, query }) => {
      const payouts = await listPayouts(context, query);
      const { rows, unpaid, run, openMonths } = payouts;
      return page({ payouts: rows, unpaid, run, open_months: openMonths }, payouts);
    },
  }),

  route({
    method: 'GET',
    path: '/api/payouts/years',
    access: 'viewer',
    tag: 'Payouts',
    summary: 'Download the paid totals by affiliate and year',
    description:
      'One row for each affiliate and calendar year (UTC), by the date of the payment: code, name, email, year, US dollars paid, number of payouts.',
    answers: onlyCsv('The totals, the newest year first'),
    handle: async ({ c, context }) => downloadCsv(c, 'payouts-by-year', await paidYearsCsv(context)),
  }),

  route({
    method: 'POST',
    path: '/api/payouts/export',
    access: 'finance',
    needsFreshSignIn: true,
    tag: 'Payouts',
    summary: 'Export approved payouts for PayPal',
    description:
      'PayPal’s mass payment file, without a header: recipient, amount, currency, reference, note, wallet. Records the export. Payouts that were exported before are left out, unless `again=true`. Payouts that PayPal reports as unclaimed, returned or blocked are always left out. Marks nothing as paid: the daily reconciliation does, from PayPal’s report.',
    query: exportFilter,
    answers: onlyCsv('One row for each payout of this export, at most 5,000'),
    handle: async ({ c, context, query }) => {
      const options = { month: query.month, again: query.again === 'true' };
      return downloadPlainCsv(c, 'payouts', await exportPayouts(context, options));
    },
  }),

  route({
    method: 'POST',
    path: '/api/payouts/approve',
    access: 'finance',
    needsFreshSignIn: true,
    tag: 'Payouts',
    summary: 'Approve proposed payouts',
    body: { schema: approveInput, example: { ids: [payoutExample.id] } },
    answers: { 200: changeAnswer },
    handle: async ({ context, body }) => json(await approvePayouts(context, body.ids)),
  }),

  route({
    method: 'POST',
    path: '/api/payouts/reject',
    access: 'finance',
    needsFreshSignIn: true,
    sendsMails: true,
    tag: 'Payouts',
    summary: 'Reject proposed or approved payouts',
    description:
      'Paid and unclaimed payouts cannot be rejected; exported ones only if `exported` has their IDs, too, or if PayPal returned or blocked them. The amounts go back to the balance in the statement of the current month.',
    body: {
      schema: rejectInput,
      example: { ids: [payoutExample.id], reason: 'The purchases are under review' },
    },
    answers: { 200: changeAnswer },
    handle: async ({ context, body }) => json(await rejectPayouts(context, body)),
  }),

  route({
    method: 'POST',
    path: '/api/payouts/paid',
    access: 'finance',
    needsFreshSignIn: true,
    sendsMails: true,
    tag: 'Payouts',
    summary: 'Mark approved payouts as paid',
    description:
      'Each payout needs its own transaction. Send `items`, or `csv` lines of ID or reference, then transaction ID (comma, semicolon or tab). If a transaction is taken, no payout is marked.',
    body: {
      schema: paidInput,
      example: { items: [{ id: payoutExample.id, transactionId: '8AB12345CD678901E' }] },
    },
    answers: { 200: changeAnswer },
    problems: ['payout-transaction-taken', 'import-unreadable'],
    handle: async ({ context, body }) => json(await markPayoutsPaid(context, body)),
  }),
];
