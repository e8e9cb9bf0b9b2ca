import * as z from 'zod/mini';
import { plainText, requiredLine } from '../../../shared/schemas/text.ts';
import { maxLengths } from '../../../shared/max-lengths.ts';
import { json } from '../../frame/http/answer.ts';
import { downloadCsv } from '../../frame/http/download.ts';
import { recordId } from '../../frame/http/input.ts';
import { describeJson, onlyJson, route } from '../../frame/http/route.ts';
import { exportFigures } from './export-figures.ts';
import { figureUnit } from './periods.ts';
import { createOwnerLink, deleteOwnerLink, ownerLink, ownerLinkExample } from './owner-links.ts';
import { figuresShape, showFigures } from './show-figures.ts';

const ownerLinkInput = z.object({ name: requiredLine(maxLengths.linkLabel, 'link-label-required') });

/** The calls about the owner's figures and links. */
export const figureRoutes = [
  route({
    method: 'GET',
    path: '/api/figures',
    access: 'viewer',
    tag: 'Operations',
    summary: 'Show the figures of the last twelve months',
    description:
      'Views, steps of purchases, newsletter and downloads by UTC day or week, the pages by views, and the affiliates by clicks. All are totals. Nothing tells visitors apart, so there are no visitor numbers. The CSV has the columns `day`, `figure`, `subject` and `count`, and no lines for zero.',
    query: z.object({
      unit: z._default(figureUnit, 'week'),
      page: z
        .optional(plainText.check(z.minLength(1), z.maxLength(maxLengths.countedSubject)))
        .check(z.describe('Counts only the views of this page')),
      format: z._default(z.enum(['json', 'csv']), 'json'),
    }),
    answers: onlyJson(
      'The figures',
      figuresShape,
      {
        unit: 'week',
        first_day: '2024-08-05',
        last_day: '2025-08-04',
        periods: [
          {
            start: '2025-08-04',
            views: 1_240,
            plans_chosen: 61,
            payments_begun: 34,
            paid: 21,
            newsletter_confirmed: 9,
            downloads: 48,
          },
        ],
        funnel: {
          first_day: '2025-07-01',
          buy_views: 310,
          plans_chosen: 61,
          payments_begun: 34,
          paid: 21,
        },
        pages: [{ page: '/buy', views: 310 }],
        affiliates: [
          {
            affiliate_id: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f1c11',
            name: 'Ada',
            code: 'ada0001',
            clicks: 200,
            purchases: 5,
            conversion_percent: 2.5,
          },
        ],
        links: [
          { ...ownerLinkExample, views: 100, plans_chosen: 9, payments_begun: 4, paid: 3, downloads: 12 },
        ],
      },
      { text: 'text/csv', optionalHeaders: ['Content-Disposition'] },
    ),
    handle: async ({ c, context, query: { unit, page, format } }) =>
      format === 'csv'
        ? downloadCsv(c, 'figures', await exportFigures(context, unit, page))
        : json(await showFigures(context, unit, page)),
  }),

  route({
    method: 'POST',
    path: '/api/figures/links',
    access: 'admin',
    tag: 'Operations',
    summary: 'Create an owner’s link',
    description:
      'A link for a letter or a post, with figures of its own. It belongs to no affiliate. The address is that of any page with `?from=` and the code.',
    body: { schema: ownerLinkInput, example: { name: ownerLinkExample.name } },
    answers: { 201: describeJson('The link', ownerLink, ownerLinkExample) },
    problems: ['link-label-required', 'link-label-taken'],
    handle: async ({ context, body }) => json(await createOwnerLink(context, body.name), 201),
  }),

  route({
    method: 'DELETE',
    path: '/api/figures/links/:id',
    access: 'admin',
    tag: 'Operations',
    summary: 'Delete an owner’s link with its figures',
    params: { id: recordId('The ID of the link', ownerLinkExample.id, 'owner-link-not-found') },
    answers: { 204: { description: 'The link is deleted' } },
    problems: ['owner-link-not-found'],
    handle: ({ context, params }) => deleteOwnerLink(context, params.id),
  }),
];
