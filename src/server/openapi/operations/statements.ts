import { ledgerQuery, statementQuery } from '../../../shared/schemas/statement.ts';
import { statementShape } from '../../statements/show-statement.ts';
import { statementList } from '../../statements/list-statements.ts';
import type { Operation } from '../operation.ts';

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
};

const example = {
  ...summary,
  affiliate: { id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f1b11', name: 'ada', code: 'ada0001' },
  closed_at: '2025-09-01T02:10:00.000Z',
  threshold_cents: 10000,
  no_minimum: false,
  terms_version: '2025-08',
  payout_email: 'ada@mail.example',
  transaction_id: '8AB12345CD678901E',
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
      explanation: '12.50 = 25 % of 49.99, first payment, terms 2025-08',
    },
  ],
};

const whose =
  'One’s own; for an admin those of any affiliate. Somebody else’s are answered like missing ones.';

/** The calls about monthly statements. */
export const statementOperations = {
  'GET /api/affiliates/statements': {
    summary: 'List monthly statements',
    description: `Newest first. ${whose} Opening + entries − paid = closing in each, and its closing is the next one’s opening.`,
    query: ledgerQuery,
    answers: {
      200: {
        description: 'The statements',
        json: {
          schema: statementList,
          example: {
            affiliate: { ...example.affiliate, email: 'ada@mail.example' },
            statements: [summary],
          },
        },
      },
    },
    problems: ['affiliate-not-found', 'affiliate-missing'],
  },
  'GET /api/affiliates/statements/:month': {
    summary: 'Read a month’s statement with its entries',
    description: `As CSV every line from the opening balance to the closing one. ${whose}`,
    path: { month: { description: 'A closed UTC month, YYYY-MM', example: '2025-08' } },
    query: statementQuery,
    answers: {
      200: {
        description: 'The statement',
        text: 'text/csv',
        json: { schema: statementShape, example },
        sometimes: ['Content-Disposition'],
      },
    },
    problems: ['affiliate-not-found', 'affiliate-missing', 'statement-not-found'],
  },
} as const satisfies Record<string, Operation>;
