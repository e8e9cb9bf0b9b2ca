import { limits } from '../../shared/limits.ts';
import { checkHealth } from '../health/check-health.ts';
import { json } from '../http/answer.ts';
import type { Calls } from '../http/calls.ts';
import { withinTime } from '../outbound/piece.ts';

/** Whether the service can do its work: it answers, and so does its database. */
export const healthCalls = {
  'GET /api/health': async (c) => {
    await withinTime(limits.outsideMs.readiness, () => checkHealth(c.get('context')));
    return json({ status: 'ok', database: 'ok' });
  },
} satisfies Calls;
