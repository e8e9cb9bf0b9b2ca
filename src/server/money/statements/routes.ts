import { ledgerQuery, monthText, statementQuery } from '../../../shared/schemas/statement.ts';
import { json } from '../../frame/http/answer.ts';
import { downloadCsv } from '../../frame/http/download.ts';
import { route } from '../../frame/http/route.ts';
import { listStatements, statementList } from './list-statements.ts';
import { showStatement, statementCsv, statementShape } from './show-statement.ts';

const month = {
  description: 'A closed UTC month, YYYY-MM',
  example: '2025-08',
  schema: monthText,
  missing: 'statement-not-found',
} as const;

const summary = {
  month: '2025-08',
  opening_cents: 8750,
  entries_cents: 1250,
  returned_cents: 0,
  paid_cents: 10000,
  closing_cents: 0,
  carried_reason: null,
  payout_state: 'paid',
  paid_at: '2025-09-03T10:15:00.000Z',
  payout_result: null,
  payout_result_at: null,
};

const paidYearExample = { year: 2025, paid_cents: 10000, payouts: 1 };

const example = {
  ...summary,
  affiliate: { id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f1b11', name: 'ada', code: 'ada0001' },
  closed_at: '2025-09-01T02:10:00.000Z',
  threshold_cents: 10000,
  no_minimum: false,
  terms_version: '2025-08',
  payout_email: 'ada@mail.example',
  transaction_id: '8AB12345CD678901E',
  paid_year: paidYearExample,
  returns: [],
  entries: [
    {
      date: '2025-08-04T12:00:00.000Z',
      plan: 'Annual Subscription',
      kind: 'commission',
      amount_cents: 1250,
      base_cents: 4999,
      rate_basis_points: 2500,
      terms_version: '2025-08',
      sequence: 1,
      is_renewal: false,
      paid_at: '2025-08-04T12:00:00.000Z',
      explanation: '25% of $49.99 (first payment)',
    },
  ],
};

const accessRule =
  'Affiliates read their own statements, admins those of every affiliate. Statements of another affiliate count as missing.';

/** The calls about the monthly statements of affiliates. */
export const statementRoutes = [
  route({
    method: 'GET',
    path: '/api/affiliates/statements',
    access: 'signed-in',
    tag: 'Statements',
    summary: 'List monthly statements',
    description: `Newest first. ${accessRule} Opening + entries − paid = closing, which is the opening of the next statement.`,
    query: ledgerQuery,
    answers: {
      200: {
        description: 'The statements',
        json: {
          schema: statementList,
          example: {
            affiliate: { ...example.affiliate, email: 'ada@mail.example' },
            statements: [summary],
            years: [paidYearExample],
          },
        },
      },
    },
    problems: ['affiliate-not-found'],
    handle: async ({ context, query }) => json(await listStatements(context, query.affiliate)),
  }),

  route({
    method: 'GET',
    path: '/api/affiliates/statements/:month',
    access: 'signed-in',
    tag: 'Statements',
    summary: 'Read a month’s statement with its entries',
    params: { month },
    description: `The CSV has every line from the opening to the closing balance. ${accessRule}`,
    query: statementQuery,
    answers: {
      200: {
        description: 'The statement',
        text: 'text/csv',
        json: { schema: statementShape, example },
        optionalHeaders: ['Content-Disposition'],
      },
    },
    problems: ['affiliate-not-found', 'statement-not-found'],
    handle: async ({ c, context, params, query }) => {
      const statement = await showStatement(context, params.month, query.affiliate);
      if (query.format === 'json') return json(statement);
      return downloadCsv(c, `statement-${params.month}`, statementCsv(statement));
    },
  }),
];
