import { checkHealth } from '../domain/operations/check-health.ts';
import type { Calls } from '../http/calls.ts';

/** Whether the service can do its work: it answers, and so does its database. */
export const healthCalls: Calls = {
  'GET /api/health': async (c) => {
    await checkHealth(c.get('context'));
    return c.json({ status: 'ok', database: 'ok' });
  },
};
