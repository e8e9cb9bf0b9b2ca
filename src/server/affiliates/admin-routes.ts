import { limits } from '../../shared/limits.ts';
import { affiliateChange, bulkInput, importInput } from '../../shared/schemas/affiliate.ts';
import { empty, json, record } from '../http/answer.ts';
import { downloadCsv } from '../http/download.ts';
import { recordId } from '../http/input.ts';
import { route } from '../http/route.ts';
import { affiliateShape } from './affiliate.ts';
import { deleteAffiliate } from './delete-affiliate.ts';
import { exportAffiliates } from './export-affiliates.ts';
import { importAffiliates, importReport } from './import-affiliates.ts';
import { affiliateQuery } from './list-affiliates.ts';
import { showAffiliate } from './find-affiliate.ts';
import { switchAffiliates, switchedShape } from './switch-affiliates.ts';
import { updateAffiliate } from './update-affiliate.ts';

/** The id of an affiliate in a path. */
export const affiliateId = recordId(
  'The id of the affiliate',
  '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f1b11',
  'affiliate-missing',
);

/** An affiliate in the examples of the description. */
export const affiliateExample = {
  id: affiliateId.example,
  name: 'ada',
  email: 'ada@mail.example',
  code: 'ada0001',
  date_activated: '2025-08-01T09:00:00.000Z',
  referred_by: null,
  date_created: '2025-07-30T17:20:00.000Z',
  version: 2,
  email_confirmed: true,
  has_ledger: true,
};

const { name, email, code, date_activated } = affiliateExample;

/** Affiliates as admins keep them. */
export const affiliateAdminRoutes = [
  route({
    method: 'GET',
    path: '/api/affiliates/export',
    who: 'admin',
    tag: 'Affiliates',
    summary: 'Export affiliates as CSV',
    query: affiliateQuery,
    answers: {
      200: {
        description: 'One row for each affiliate that the query finds',
        text: 'text/csv',
        headers: ['Content-Disposition'],
      },
    },
    handle: ({ c, context, query }) => downloadCsv(c, 'affiliates', exportAffiliates(context, query)),
  }),

  route({
    method: 'POST',
    path: '/api/affiliates/import',
    who: 'admin',
    bodyLimit: { bytes: limits.importBytes, problem: 'import-too-large' },
    tag: 'Affiliates',
    summary: 'Import affiliates from CSV, or check a file',
    description: 'All rows are written, or none while one of them has a problem. Missing codes are drawn.',
    body: { schema: importInput, example: { csv: 'name,email\nAda,ada@mail.example\n', dryRun: true } },
    answers: {
      200: {
        description: 'What was found, and what was written',
        json: { schema: importReport, example: { rows: 1, valid: 1, created: 0, problems: [], ignored: [] } },
      },
    },
    problems: ['import-unreadable', 'import-too-many-rows', 'changed-meanwhile'],
    handle: async ({ context, body }) => json(await importAffiliates(context, body)),
  }),

  route({
    method: 'POST',
    path: '/api/affiliates/bulk',
    who: 'admin',
    tag: 'Affiliates',
    summary: 'Activate or deactivate many affiliates',
    body: { schema: bulkInput, example: { action: 'activate', ids: [affiliateExample.id] } },
    answers: {
      200: {
        description: 'What became of each id',
        json: {
          schema: switchedShape,
          example: { changed: [affiliateExample.id], unchanged: [], missing: [] },
        },
      },
    },
    handle: async ({ context, body }) => json(await switchAffiliates(context, body)),
  }),

  route({
    method: 'GET',
    path: '/api/affiliates/:id',
    who: 'admin',
    tag: 'Affiliates',
    summary: 'Show an affiliate',
    params: { id: affiliateId },
    answers: {
      200: {
        description: 'The affiliate',
        json: { schema: affiliateShape, example: affiliateExample },
        headers: ['ETag'],
      },
    },
    problems: ['affiliate-missing'],
    handle: async ({ context, params }) => {
      const found = await showAffiliate(context, params.id);
      return record(found, found);
    },
  }),

  route({
    method: 'PUT',
    path: '/api/affiliates/:id',
    who: 'admin',
    tag: 'Affiliates',
    summary: 'Change an affiliate',
    params: { id: affiliateId },
    description:
      'The whole record is sent. Setting or clearing `date_activated` activates or deactivates; a date up to a day ahead of the server’s clock is now.',
    isVersioned: true,
    body: {
      schema: affiliateChange,
      example: { name, email, code, referred_by: null, date_activated, version: 1 },
    },
    answers: {
      200: {
        description: 'The affiliate as it is now',
        json: { schema: affiliateShape, example: affiliateExample },
        headers: ['ETag'],
      },
    },
    problems: [
      'affiliate-missing',
      'affiliate-name-required',
      'affiliate-code-immutable',
      'email-required',
      'email-invalid',
      'affiliate-email-taken',
    ],
    handle: async ({ context, params, body, version }) => {
      const changed = await updateAffiliate(context, params.id, body, version);
      return record(changed, changed);
    },
  }),

  route({
    method: 'DELETE',
    path: '/api/affiliates/:id',
    who: 'admin',
    tag: 'Affiliates',
    summary: 'Delete or close an affiliate',
    params: { id: affiliateId },
    description: 'One that the ledger names is closed: it keeps its code and ledger, and nothing personal.',
    isVersioned: true,
    answers: { 204: { description: 'It is gone, or closed' } },
    problems: ['affiliate-missing'],
    handle: async ({ context, params, version }) => {
      await deleteAffiliate(context, params.id, version);
      return empty();
    },
  }),
];
