import { checkHealth } from './check-health.ts';
import * as z from 'zod/mini';
import { limits } from '../../shared/limits.ts';
import { json } from '../http/answer.ts';
import { route } from '../http/route.ts';
import { withTimeLimit } from '../outbound/request-scope.ts';

/** The call that monitors make. */
export const healthRoutes = [
  route({
    method: 'GET',
    path: '/api/health',
    who: 'open',
    tag: 'Operations',
    summary: 'Ask whether the service can do its work',
    answers: {
      200: {
        description: 'It answers, and so does its database, which has all migrations of this version',
        json: {
          schema: z.object({ status: z.literal('ok'), database: z.literal('ok') }),
          example: { status: 'ok', database: 'ok' },
        },
      },
    },
    handle: async ({ context }) => {
      await withTimeLimit(limits.timeoutMs.readiness, () => checkHealth(context));
      return json({ status: 'ok', database: 'ok' });
    },
  }),
];
