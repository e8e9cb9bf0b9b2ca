import { ledgerQuery, monthText, statementQuery } from '../../../shared/schemas/statement.ts';
import { json } from '../../frame/http/answer.ts';
import { downloadCsv } from '../../frame/http/download.ts';
import { onlyJson, route } from '../../frame/http/route.ts';
import { paidYearExample } from '../payouts/paid-years.ts';
import { listStatements, statementList, summaryExample } from './list-statements.ts';
import { showStatement, statementCsv, statementExample, statementShape } from './show-statement.ts';

const month = {
  description: 'A closed UTC month, YYYY-MM',
  example: '2025-08',
  schema: monthText,
  missing: 'statement-not-found',
} as const;

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
    answers: onlyJson('The statements', statementList, {
      affiliate: { ...statementExample.affiliate, email: 'ada@mail.example' },
      statements: [summaryExample],
      years: [paidYearExample],
    }),
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
    answers: onlyJson('The statement', statementShape, statementExample, {
      text: 'text/csv',
      optionalHeaders: ['Content-Disposition'],
    }),
    problems: ['affiliate-not-found', 'statement-not-found'],
    handle: async ({ c, context, params, query }) => {
      const statement = await showStatement(context, params.month, query.affiliate);
      if (query.format === 'json') return json(statement);
      return downloadCsv(c, `statement-${params.month}`, statementCsv(statement));
    },
  }),
];
