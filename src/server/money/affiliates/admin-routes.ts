import { limits } from '../../../shared/limits.ts';
import {
  affiliateChange,
  activationInput,
  declineInput,
  importInput,
} from '../../../shared/schemas/affiliate.ts';
import { json, recordAnswer } from '../../frame/http/answer.ts';
import { downloadCsv } from '../../frame/http/download.ts';
import { recordId } from '../../frame/http/input.ts';
import { onlyCsv, onlyJson, route } from '../../frame/http/route.ts';
import { activationResult, setActivation } from './activation.ts';
import { affiliateExample, affiliateShape, showAffiliate } from './affiliate.ts';
import { declineApplication } from './decide-application.ts';
import { deleteAffiliate } from './delete-affiliate.ts';
import { importAffiliates, importReport } from './import-affiliates.ts';
import { affiliateQuery, exportAffiliates } from './list-affiliates.ts';
import { updateAffiliate } from './update-affiliate.ts';

/** The path parameter with an affiliate's id. */
export const affiliateId = recordId('The ID of the affiliate', affiliateExample.id, 'affiliate-not-found');

const { name, email, code, date_activated } = affiliateExample;

/** The calls with which admins manage affiliates. */
export const affiliateAdminRoutes = [
  route({
    method: 'GET',
    path: '/api/affiliates/export',
    access: 'viewer',
    tag: 'Affiliates',
    summary: 'Export affiliates as CSV',
    query: affiliateQuery,
    answers: onlyCsv('One row for each matching affiliate'),
    handle: ({ c, context, query }) => downloadCsv(c, 'affiliates', exportAffiliates(context, query)),
  }),

  route({
    method: 'POST',
    path: '/api/affiliates/import',
    access: 'admin',
    needsFreshSignIn: true,
    bodyLimit: { bytes: limits.importBytes, problem: 'import-too-large' },
    tag: 'Affiliates',
    summary: 'Import affiliates from CSV, or check a file',
    description:
      'All rows are written, or none if any row has a problem. Rows without a code get a generated code.',
    body: { schema: importInput, example: { csv: 'name,email\nAda,ada@mail.example\n', dryRun: true } },
    answers: onlyJson('The problems found, and the number of affiliates created', importReport, {
      rows: 1,
      valid: 1,
      created: 0,
      problems: [],
      ignored: [],
    }),
    problems: ['import-unreadable', 'import-too-many-rows', 'edit-conflict'],
    handle: async ({ context, body }) => json(await importAffiliates(context, body)),
  }),

  route({
    method: 'POST',
    path: '/api/affiliates/bulk',
    access: 'admin',
    needsFreshSignIn: true,
    sendsMails: true,
    tag: 'Affiliates',
    summary: 'Activate or deactivate many affiliates',
    body: { schema: activationInput, example: { action: 'activate', ids: [affiliateExample.id] } },
    answers: onlyJson('The result for each ID', activationResult, {
      changed: [affiliateExample.id],
      unchanged: [],
      left: [],
      missing: [],
    }),
    handle: async ({ context, body }) => json(await setActivation(context, body)),
  }),

  route({
    method: 'POST',
    path: '/api/affiliates/:id/decline',
    access: 'admin',
    sendsMails: true,
    tag: 'Affiliates',
    summary: 'Decline an application',
    params: { id: affiliateId },
    description:
      'The application leaves the waiting list. The applicant can read the reason. Activating the affiliate later approves it.',
    isVersioned: true,
    body: { schema: declineInput, example: { reason: 'We could not find the site.', version: 1 } },
    answers: onlyJson(
      'The declined affiliate',
      affiliateShape,
      {
        ...affiliateExample,
        date_activated: null,
        application_state: 'declined',
        declined_reason: 'We could not find the site.',
        has_ledger: false,
        sales: 0,
        earnings_cents: 0,
      },
      { headers: ['ETag'] },
    ),
    problems: ['affiliate-not-found', 'application-decided'],
    handle: async ({ context, params, body, version }) =>
      recordAnswer(await declineApplication(context, params.id, body.reason, version)),
  }),

  route({
    method: 'GET',
    path: '/api/affiliates/:id',
    access: 'viewer',
    tag: 'Affiliates',
    summary: 'Show an affiliate',
    params: { id: affiliateId },
    answers: onlyJson('The affiliate', affiliateShape, affiliateExample, { headers: ['ETag'] }),
    problems: ['affiliate-not-found'],
    handle: async ({ context, params }) => recordAnswer(await showAffiliate(context, params.id)),
  }),

  route({
    method: 'PUT',
    path: '/api/affiliates/:id',
    access: 'admin',
    needsFreshSignIn: true,
    sendsMails: true,
    tag: 'Affiliates',
    summary: 'Change an affiliate',
    params: { id: affiliateId },
    description:
      'Send the whole record. Setting `date_activated` activates the affiliate, null deactivates it. A date up to a day ahead of the server’s clock counts as now. An affiliate who left is activated only with `rejoin`.',
    isVersioned: true,
    body: {
      schema: affiliateChange,
      example: { name, email, code, referred_by: null, date_activated, version: 1 },
    },
    answers: onlyJson('The changed affiliate', affiliateShape, affiliateExample, { headers: ['ETag'] }),
    problems: [
      'affiliate-not-found',
      'affiliate-name-required',
      'affiliate-code-immutable',
      'email-required',
      'email-invalid',
      'affiliate-email-taken',
      'affiliate-left',
    ],
    handle: async ({ context, params, body, version }) =>
      recordAnswer(await updateAffiliate(context, params.id, body, version)),
  }),

  route({
    method: 'DELETE',
    path: '/api/affiliates/:id',
    access: 'admin',
    needsFreshSignIn: true,
    tag: 'Affiliates',
    summary: 'Delete or close an affiliate',
    params: { id: affiliateId },
    description:
      'An affiliate with a ledger is closed instead: it keeps its code and ledger, and loses all personal data.',
    isVersioned: true,
    answers: { 204: { description: 'The affiliate is deleted or closed' } },
    problems: ['affiliate-not-found'],
    handle: ({ context, params, version }) => deleteAffiliate(context, params.id, version),
  }),
];
