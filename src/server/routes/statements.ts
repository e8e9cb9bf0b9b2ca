import { problem } from '../../shared/problems.ts';
import { ledgerQuery, monthText, statementQuery } from '../../shared/schemas/statement.ts';
import { listStatements } from '../statements/list-statements.ts';
import { showStatement } from '../statements/show-statement.ts';
import { statementCsv } from '../statements/statement-csv.ts';
import { json } from '../http/answer.ts';
import type { Calls } from '../http/calls.ts';
import { downloadCsv } from '../http/download.ts';
import { readQuery } from '../http/input.ts';

/** Affiliates' monthly statements: everybody's own, anybody's for an admin. */
export const statementCalls = {
  'GET /api/affiliates/statements': async (c) => {
    const { affiliate } = readQuery(c, ledgerQuery);
    return json(await listStatements(c.get('context'), affiliate));
  },

  'GET /api/affiliates/statements/:month': async (c) => {
    const { affiliate, format } = readQuery(c, statementQuery);
    const month = monthText.safeParse(c.req.param('month')).data;
    if (month === undefined) throw problem('statement-not-found');
    const statement = await showStatement(c.get('context'), month, affiliate);
    if (format === 'json') return json(statement);
    return downloadCsv(c, `statement-${month}`, statementCsv(statement));
  },
} satisfies Calls;
