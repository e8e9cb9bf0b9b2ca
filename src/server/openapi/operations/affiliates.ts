import * as z from 'zod/mini';
import {
  affiliateApplication,
  affiliateChange,
  affiliateRecord,
  bulkInput,
} from '../../../shared/schemas/affiliate.ts';
import { importInput } from '../../../shared/schemas/import.ts';
import { affiliateShape } from '../../affiliates/affiliate.ts';
import { importReport } from '../../affiliates/import-affiliates.ts';
import { affiliateListQuery, affiliateQuery } from '../../affiliates/list-affiliates.ts';
import { referralReport, referralsQuery } from '../../affiliates/own-referrals.ts';
import { switchedShape } from '../../affiliates/switch-affiliates.ts';
import type { Operation } from '../operation.ts';

const id = { description: 'The id of the affiliate', example: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f1b11' };

const example = {
  id: id.example,
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

const application = { name: 'ada', email: example.email, code: example.code, referred_by: null };
const record = { ...application, date_activated: example.date_activated };

/** The calls about affiliates. */
export const affiliateOperations = {
  'GET /api/affiliates/validate/:code': {
    summary: 'Ask whether an affiliate code is valid',
    description: 'Valid means that the code exists and its affiliate is active. Codes compare in any case.',
    path: { code: { description: 'An affiliate code', example: example.code } },
    answers: {
      200: {
        description: 'Whether it is',
        json: { schema: z.object({ valid: z.boolean() }), example: { valid: true } },
      },
    },
  },
  'GET /api/affiliates': {
    summary: 'List affiliates',
    description:
      'An admin gets a page of all of them; everybody else an array with only their own record, or none.',
    query: affiliateListQuery,
    answers: {
      200: {
        description: 'The affiliates',
        json: { schema: z.array(affiliateShape), example: [example] },
        sometimes: ['X-Total-Count', 'X-Next-Cursor'],
      },
    },
  },
  'POST /api/affiliates': {
    summary: 'Apply to the program, or create an affiliate',
    description:
      'Somebody signed in applies with the email of their own account, and is not active yet. An admin creates any affiliate, with any code, active or not.',
    body: { schema: z.union([affiliateRecord, affiliateApplication]), example: record },
    answers: {
      201: { description: 'The new affiliate', json: { schema: affiliateShape, example } },
    },
    problems: [
      'affiliate-not-own',
      'affiliate-name-required',
      'affiliate-code-required',
      'affiliate-code-shape',
      'affiliate-code-form',
      'email-required',
      'email-invalid',
      'affiliate-code-taken',
      'affiliate-email-taken',
    ],
  },
  'GET /api/affiliates/email/:email': {
    summary: 'Look an affiliate up by email',
    description: 'One’s own record; for an admin anybody’s. Somebody else’s is answered like a missing one.',
    path: { email: { description: 'The email, URL-encoded', example: example.email } },
    answers: { 200: { description: 'The affiliate', json: { schema: affiliateShape, example } } },
    problems: ['affiliate-not-found'],
  },
  'GET /api/affiliates/referrals': {
    summary: 'Report one’s own referrals',
    description: 'Totals, months and the newest entries of the ledger; as CSV every entry.',
    query: referralsQuery,
    answers: {
      200: {
        description: 'The report',
        text: 'text/csv',
        sometimes: ['Content-Disposition'],
        json: {
          schema: referralReport,
          example: {
            totals: { referrals: 1, pending_cents: 1250, paid_cents: 0, earned_cents: 1250 },
            months: [{ month: '2025-08', referrals: 1, earned_cents: 1250 }],
            recent: [
              {
                date: '2025-08-04T12:00:00.000Z',
                plan: 'Annual Subscription',
                kind: 'commission',
                amount_cents: 1250,
                rate_basis_points: 2500,
                base_cents: 4999,
                paid_at: '2025-08-04T12:00:00.000Z',
                explanation: '12.50 = 25 % of 49.99, first payment, terms 2025-08',
                state: 'Pending',
              },
            ],
          },
        },
      },
    },
    problems: ['affiliate-not-found'],
  },
  'GET /api/affiliates/export': {
    summary: 'Export affiliates as CSV',
    query: affiliateQuery,
    answers: {
      200: {
        description: 'One row for each affiliate that the query finds',
        text: 'text/csv',
        headers: ['Content-Disposition'],
      },
    },
  },
  'POST /api/affiliates/import': {
    summary: 'Import affiliates from CSV, or check a file',
    description: 'All rows are written, or none while one of them has a problem. Missing codes are drawn.',
    body: { schema: importInput, example: { csv: 'name,email\nAda,ada@mail.example\n', dryRun: true } },
    answers: {
      200: {
        description: 'What was found, and what was written',
        json: { schema: importReport, example: { rows: 1, valid: 1, created: 0, problems: [], ignored: [] } },
      },
    },
    problems: ['import-unreadable', 'import-too-many-rows', 'import-too-large', 'changed-meanwhile'],
  },
  'POST /api/affiliates/bulk': {
    summary: 'Activate or deactivate many affiliates',
    body: { schema: bulkInput, example: { action: 'activate', ids: [id.example] } },
    answers: {
      200: {
        description: 'What became of each id',
        json: { schema: switchedShape, example: { changed: [id.example], unchanged: [], missing: [] } },
      },
    },
  },
  'GET /api/affiliates/:id': {
    summary: 'Show an affiliate',
    path: { id },
    answers: {
      200: { description: 'The affiliate', json: { schema: affiliateShape, example }, headers: ['ETag'] },
    },
    problems: ['affiliate-missing'],
  },
  'PUT /api/affiliates/:id': {
    summary: 'Change an affiliate',
    description:
      'The whole record is sent. Setting or clearing `date_activated` activates or deactivates; a date up to a day ahead of the server’s clock is now.',
    path: { id },
    isVersioned: true,
    body: { schema: affiliateChange, example: { ...record, version: 1 } },
    answers: {
      200: {
        description: 'The affiliate as it is now',
        json: { schema: affiliateShape, example },
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
  },
  'DELETE /api/affiliates/:id': {
    summary: 'Delete or close an affiliate',
    description: 'One that the ledger names is closed: it keeps its code and ledger, and nothing personal.',
    path: { id },
    isVersioned: true,
    answers: { 204: { description: 'It is gone, or closed' } },
    problems: ['affiliate-missing'],
  },
} as const satisfies Record<string, Operation>;
