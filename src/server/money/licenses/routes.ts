import * as z from 'zod/mini';
import { downloadText } from '../../frame/http/download.ts';
import { route } from '../../frame/http/route.ts';
import { findNewLicense, licenseFile } from './find-license.ts';
import { writeRevokedList } from './revoked-list.ts';

const orderId = {
  description: 'PayPal’s ID of the order or subscription',
  example: 'I-8WR5LT29DS3B',
  schema: z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/)),
  missing: 'license-not-ready',
} as const;

/** The calls with which a payer gets the license right after the payment, and the program learns which licenses are revoked. */
export const licenseRoutes = [
  route({
    method: 'GET',
    path: '/api/licenses/orders/:orderId',
    access: 'public',
    tag: 'Purchases',
    summary: 'Download the license of an order that was just paid',
    description:
      'For an hour after the payment, for the page that confirms it. Later the license is at /purchases, and in the receipt.',
    params: { orderId },
    answers: {
      200: {
        description: 'The file kithbook-license.txt',
        text: 'text/plain',
        headers: ['Content-Disposition'],
      },
    },
    errorPage: { title: 'Your license', href: '/purchases', link: 'Your purchases' },
    problems: ['license-not-ready'],
    handle: async ({ context, params }) =>
      downloadText(licenseFile, await findNewLicense(context, params.orderId)),
  }),

  route({
    method: 'GET',
    path: '/api/licenses/revoked',
    access: 'public',
    tag: 'Purchases',
    summary: 'Read the signed list of revoked licenses',
    description:
      'The first line is the Ed25519 signature of everything after it, in base64. A license is revoked if its payment was refunded or reversed in full. The app sends no data about itself.',
    answers: { 200: { description: 'The list', text: 'text/plain' } },
    handle: async ({ context }) => ({
      status: 200,
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
      body: await writeRevokedList(context),
    }),
  }),
];
