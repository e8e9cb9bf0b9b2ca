import * as z from 'zod/mini';
import { saleClaimInput, saleClaimSettlement } from '../../../shared/schemas/sale-claim.ts';
import { json } from '../../frame/http/answer.ts';
import { recordId } from '../../frame/http/input.ts';
import { onlyJson, route } from '../../frame/http/route.ts';
import { reportSale, saleClaim, saleClaimExample } from '../../money/affiliates/sale-claims.ts';
import { listOpenClaims, openClaimShape, settleClaim } from './sale-claims.ts';

const { id, order_number, day } = saleClaimExample;

const openClaimsAnswer = z.object({ sale_claims: z.array(openClaimShape) });

/** The calls about sales that affiliates miss. GET /api/affiliates/entries lists an affiliate's own. */
export const saleClaimRoutes = [
  route({
    method: 'POST',
    path: '/api/sale-claims',
    access: 'signed-in',
    tag: 'Affiliates',
    summary: 'Report a missing sale',
    description:
      'Nothing is looked up: an admin checks the sale, and you are told the outcome. At most five reports are open at a time. While a report is open, a repeat of its order number returns it.',
    body: { schema: saleClaimInput, example: { order_number, day } },
    answers: onlyJson('The report', saleClaim, saleClaimExample),
    problems: [
      'affiliate-not-found',
      'affiliate-inactive',
      'order-number-required',
      'sale-day-required',
      'too-many-sale-claims',
    ],
    handle: async ({ context, body }) => json(await reportSale(context, body)),
  }),

  route({
    method: 'GET',
    path: '/api/sale-claims',
    access: 'viewer',
    tag: 'Purchase administration',
    summary: 'List the 10 oldest open reports of missing sales',
    answers: onlyJson('The reports with their purchases', openClaimsAnswer, {
      sale_claims: [{ ...saleClaimExample, affiliate: { name: 'Ada', code: 'ada0001' }, purchase: null }],
    }),
    handle: async ({ context }) => json({ sale_claims: await listOpenClaims(context) }),
  }),

  route({
    method: 'POST',
    path: '/api/sale-claims/:id/settle',
    access: 'finance',
    needsFreshSignIn: true,
    sendsMails: true,
    tag: 'Purchase administration',
    summary: 'Settle a missing sale',
    description:
      'Credited is possible once the purchase belongs to the affiliate: re-attribute it first. The affiliate is told the outcome by email. Repeating changes nothing. Audited.',
    params: { id: recordId('The ID of the report', id, 'sale-claim-not-found') },
    body: { schema: saleClaimSettlement, example: { outcome: 'not-credited' } },
    answers: { 204: { description: 'The report is settled' } },
    problems: ['sale-claim-not-found', 'edit-conflict'],
    handle: ({ context, params, body }) => settleClaim(context, params.id, body.outcome),
  }),
];
