import * as z from 'zod/mini';
import { codePattern } from '../../../../shared/referral.ts';
import { linkInput } from '../../../../shared/schemas/affiliate.ts';
import { statementQuery } from '../../../../shared/schemas/statement.ts';
import { json } from '../../../frame/http/answer.ts';
import { downloadCsv } from '../../../frame/http/download.ts';
import { describeJson, onlyJson, route } from '../../../frame/http/route.ts';
import { affiliateLink, exportLinks, linkExample, linkReport, reportLinks } from './link-report.ts';
import { createLink, deleteLink, renameLink } from './named-links.ts';

const codeParam = {
  code: {
    description: 'The code of a named link',
    example: linkExample.code,
    schema: z.string().check(z.regex(new RegExp(codePattern))),
    missing: 'link-not-found',
  },
} as const;

/** The calls about an affiliate's named links: further codes, each with a label and figures of its own. */
export const linkRoutes = [
  route({
    method: 'GET',
    path: '/api/affiliates/links',
    access: 'signed-in',
    tag: 'Affiliates',
    summary: 'Show an affiliate’s links',
    description:
      'Clicks, purchases and commissions of each code in the last twelve months. Clicks are counted per day, and nothing about the visitors is stored. Affiliates read their own report, admins that of every affiliate.',
    query: statementQuery,
    answers: onlyJson(
      'The report',
      linkReport,
      {
        links: [
          {
            ...linkExample,
            months: [{ month: '2025-08', clicks: 40, purchases: 1, earned_cents: 1250 }],
          },
        ],
      },
      { text: 'text/csv', optionalHeaders: ['Content-Disposition'] },
    ),
    problems: ['affiliate-not-found'],
    handle: async ({ c, context, query }) =>
      query.format === 'csv'
        ? downloadCsv(c, 'links', await exportLinks(context, query.affiliate))
        : json(await reportLinks(context, query.affiliate)),
  }),

  route({
    method: 'POST',
    path: '/api/affiliates/links',
    access: 'signed-in',
    tag: 'Affiliates',
    summary: 'Make a named link',
    description: 'Adds a labeled code to your affiliate record. At most 50 at a time, and 200 ever.',
    body: { schema: linkInput, example: { label: linkExample.label } },
    answers: { 201: describeJson('The new link', affiliateLink, linkExample) },
    problems: [
      'affiliate-not-found',
      'affiliate-inactive',
      'link-label-required',
      'link-label-taken',
      'too-many-links',
      'link-code-unavailable',
    ],
    handle: async ({ context, body }) => json(await createLink(context, body.label), 201),
  }),

  route({
    method: 'PUT',
    path: '/api/affiliates/links/:code',
    access: 'signed-in',
    tag: 'Affiliates',
    summary: 'Rename a named link',
    params: codeParam,
    body: { schema: linkInput, example: { label: linkExample.label } },
    answers: onlyJson('The link', affiliateLink, linkExample),
    problems: ['link-not-found', 'link-label-required', 'link-label-taken'],
    handle: async ({ context, params, body }) => json(await renameLink(context, params.code, body.label)),
  }),

  route({
    method: 'DELETE',
    path: '/api/affiliates/links/:code',
    access: 'signed-in',
    tag: 'Affiliates',
    summary: 'Delete a named link',
    description:
      'Removes the link from the list. Its figures stay, and links with its code that are already published still count and earn.',
    params: codeParam,
    answers: { 204: { description: 'The link is deleted' } },
    problems: ['link-not-found'],
    handle: ({ context, params }) => deleteLink(context, params.code),
  }),
];
