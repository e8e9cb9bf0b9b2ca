import * as z from 'zod/mini';
import { limits } from '../../../shared/limits.ts';
import { json } from '../../frame/http/answer.ts';
import { onlyJson, route } from '../../frame/http/route.ts';
import { withTimeLimit } from '../../frame/outbound/request-scope.ts';
import { checkHealth } from './check-health.ts';

/** The health check for uptime monitoring. */
export const healthRoutes = [
  route({
    method: 'GET',
    path: '/api/health',
    access: 'public',
    tag: 'Operations',
    summary: 'Check that the service works',
    answers: onlyJson(
      'The service and its database answer, and the database has all migrations of this version',
      z.object({ status: z.literal('ok'), database: z.literal('ok') }),
      { status: 'ok', database: 'ok' },
    ),
    handle: async ({ context }) => {
      await withTimeLimit(limits.timeoutMs.readiness, () => checkHealth(context));
      return json({ status: 'ok', database: 'ok' });
    },
  }),
];
