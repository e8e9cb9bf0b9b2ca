import * as z from 'zod/mini';
import { auditEntry, auditSearch } from '../../audit/list-audit.ts';
import type { Operation } from '../operation.ts';

/** The calls of those who run the service. */
export const operatingOperations = {
  'GET /api/health': {
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
  },
  'POST /api/audit/search': {
    summary: 'Search the audit log',
    description: 'An empty object finds everything.',
    body: { schema: auditSearch, example: { actor: 'admin@mail.example', limit: 50 } },
    answers: {
      200: {
        description: 'A page of the log, newest first',
        json: {
          schema: z.object({ entries: z.array(auditEntry) }),
          example: {
            entries: [
              {
                id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f1d33',
                at: '2025-08-04T12:00:00.000Z',
                actor_id: 'k3JrExampleUid',
                actor_email: 'admin@mail.example',
                action: 'customer.update',
                entity: 'customer',
                entity_id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f1c22',
                before: { name: 'Karl' },
                after: { name: 'Carl' },
                reason: null,
                request_id: '5f6f1d33-8f30-4cc0-a4a2-019a2f4e6f0f',
              },
            ],
          },
        },
        headers: ['X-Total-Count'],
        sometimes: ['X-Next-Cursor'],
      },
    },
  },
} as const satisfies Record<string, Operation>;
