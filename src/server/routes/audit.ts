import { auditSearch, listAudit } from '../audit/list-audit.ts';
import type { Calls } from '../http/calls.ts';
import { readJson } from '../http/input.ts';
import { pageAnswer } from '../http/page.ts';

/** The audit log. Searches are POSTs: a query string with a person's address would end in platform logs. */
export const auditCalls = {
  'POST /api/audit/search': async (c) => {
    const page = await listAudit(c.get('context'), await readJson(c, auditSearch));
    return pageAnswer({ entries: page.rows }, page);
  },
} satisfies Calls;
