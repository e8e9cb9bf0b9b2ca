import * as z from 'zod/mini';
import { page } from '../../frame/http/answer.ts';
import { onlyJson, route } from '../../frame/http/route.ts';
import { auditEntry, auditSearch, listAudit } from './list-audit.ts';

/** The call that searches the audit log. It is a POST, because emails in a query string would end up in Netlify's logs. */
export const auditRoutes = [
  route({
    method: 'POST',
    path: '/api/audit/search',
    access: 'viewer',
    tag: 'Operations',
    summary: 'Search the audit log',
    description:
      'An empty object finds every entry. An import or another bulk change is listed as its first entry, with `batch_size`.',
    body: { schema: auditSearch, example: { actor: 'admin@mail.example', limit: 50 } },
    answers: onlyJson(
      'A page of entries, newest first',
      z.object({ entries: z.array(auditEntry) }),
      {
        entries: [
          {
            id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f1d33',
            at: '2025-08-04T12:00:00.000Z',
            actor_id: 'k3JrExampleUid',
            actor_email: 'admin@mail.example',
            action: 'customer.update',
            entity: 'customer',
            entity_id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f1c22',
            record: { name: 'carl@mail.example' },
            batch_size: 1,
            before: { name: 'Karl' },
            after: { name: 'Carl' },
            reason: null,
            request_id: '5f6f1d33-8f30-4cc0-a4a2-019a2f4e6f0f',
          },
        ],
      },
      { headers: ['X-Total-Count'], optionalHeaders: ['X-Next-Cursor'] },
    ),
    handle: async ({ context, body }) => {
      const entries = await listAudit(context, body);
      return page({ entries: entries.rows }, entries);
    },
  }),
];
