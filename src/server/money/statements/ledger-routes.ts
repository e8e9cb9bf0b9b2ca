import { ledgerQuery } from '../../../shared/schemas/statement.ts';
import { saleClaimExample } from '../affiliates/sale-claims.ts';
import { entryExample } from '../ledger/affiliate-ledger.ts';
import { json, page } from '../../frame/http/answer.ts';
import { downloadCsv } from '../../frame/http/download.ts';
import { onlyJson, route } from '../../frame/http/route.ts';
import { entriesQuery, entryList, exportEntries, listEntries } from './list-entries.ts';
import { referralReport, reportReferrals } from './referral-report.ts';

const accessRule =
  'Affiliates read their own ledger, admins that of every affiliate. Another affiliate counts as missing.';

/** The calls with which affiliates read their earnings. */
export const ledgerRoutes = [
  route({
    method: 'GET',
    path: '/api/affiliates/referrals',
    access: 'signed-in',
    tag: 'Affiliates',
    summary: 'Show an affiliate’s referrals',
    description: `Totals, open payouts, and the newest ledger entries. ${accessRule}`,
    query: ledgerQuery,
    answers: onlyJson('The report', referralReport, {
      totals: {
        referrals: 1,
        earned_cents: 1250,
        waiting_cents: 1250,
        held_cents: 0,
        in_payouts_cents: 0,
        paid_cents: 0,
      },
      open_payouts: [],
      recent: [entryExample],
    }),
    problems: ['affiliate-not-found'],
    handle: async ({ context, query }) => json(await reportReferrals(context, query.affiliate)),
  }),

  route({
    method: 'GET',
    path: '/api/affiliates/entries',
    access: 'signed-in',
    tag: 'Affiliates',
    summary: 'List an affiliate’s ledger entries',
    description: `Newest first, of one month or one kind if the query has it. The CSV has every match. ${accessRule}`,
    query: entriesQuery,
    answers: onlyJson(
      'A page of the entries',
      entryList,
      { entries: [entryExample], months: ['2025-08'], sale_claims: [saleClaimExample] },
      { text: 'text/csv', optionalHeaders: ['X-Total-Count', 'X-Next-Cursor', 'Content-Disposition'] },
    ),
    problems: ['affiliate-not-found'],
    handle: async ({ c, context, query }) => {
      if (query.format === 'csv') return downloadCsv(c, 'commissions', await exportEntries(context, query));
      const { next, total, ...list } = await listEntries(context, query);
      return page(list, { next, total });
    },
  }),
];
