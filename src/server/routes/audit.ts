import { auditQuery, listAudit } from '../domain/audit/list-audit.ts';
import type { Calls } from '../http/calls.ts';
import { readQuery } from '../http/input.ts';
import { pageAnswer } from '../http/page.ts';

/** The audit log, to be read. */
export const auditCalls = {
  'GET /api/audit': async (c) => {
    const page = await listAudit(c.get('context'), readQuery(c, auditQuery));
    return pageAnswer({ entries: page.rows }, page);
  },
} satisfies Calls;
