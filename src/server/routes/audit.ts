import { auditQuery, listAudit } from '../domain/audit/list-audit.ts';
import type { Calls } from '../http/calls.ts';
import { parseInput } from '../http/input.ts';
import { pageAnswer } from '../http/page.ts';

/** The audit log, to be read. */
export const auditCalls = {
  'GET /api/audit': async (c) => {
    const page = await listAudit(c.get('context'), parseInput(auditQuery, c.req.query()));
    return pageAnswer({ entries: page.rows }, page);
  },
} satisfies Calls;
