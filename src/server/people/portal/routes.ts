import * as z from 'zod/mini';
import { receiptBuyerInput } from '../../../shared/schemas/receipt.ts';
import { requiredEmail } from '../../../shared/schemas/text.ts';
import { loadPersonalData } from '../customers/personal-data.ts';
import { empty, json } from '../../frame/http/answer.ts';
import { downloadJson, downloadText } from '../../frame/http/download.ts';
import { recordId } from '../../frame/http/input.ts';
import { describeJson, onlyJson, route } from '../../frame/http/route.ts';
import { addReceiptVersion } from './add-receipt-version.ts';
import { cancelSubscription } from './cancel-subscription.ts';
import { eraseOwnData } from './erase.ts';
import { mailLink } from './mail-link.ts';
import { assertOnlyOwnSpelling } from '../buyers/own-address.ts';
import { listOwnPurchases, ownPurchase, type OwnPurchase } from './own-purchases.ts';
import { licenseFile } from '../../money/licenses/find-license.ts';
import { showOwnLicense } from './own-license.ts';
import { receiptPage } from './receipt-page.ts';
import { buyersEmail, endSession, openByAccount, openByLink, sessionCookie } from './session.ts';

const purchaseId = recordId(
  'The ID of the purchase',
  '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f2a44',
  'purchase-not-found',
);
const paymentId = recordId(
  'The ID of the payment',
  '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f2b55',
  'payment-not-found',
);

const email = 'carl@mail.example';

const licenseExample = '-----BEGIN KITHBOOK LICENSE-----\nLicense: 019a2f4e-8f30-7cc0-a4a2-6f0f5f6f2c66\n…';

const company = {
  company: 'Sample Choirs Ltd',
  address: '2 Sample Road\nSampleton SA2 3MP\nSampleland',
  vat_number: 'SL 123 456 789',
};

const example: OwnPurchase = {
  id: purchaseId.example,
  order_id: 'I-8WR5LT29DS3B',
  type: 'subscription',
  plan: 'annual',
  state: 'active',
  ordered_at: '2026-11-03T09:30:00.000Z',
  terms_version: '2026-11-28',
  is_payer: true,
  paid_until: '2027-11-03T09:30:00.000Z',
  renews_at: '2027-11-03T09:30:00.000Z',
  renews_for_cents: 49_99,
  cancellation: null,
  payments: [
    {
      id: paymentId.example,
      paid_at: '2026-11-03T09:30:00.000Z',
      state: 'completed',
      amount_cents: 49_99,
      tax_cents: 0,
      refunded_cents: 0,
      license: { text: licenseExample, covers_until: '2027-11-03' },
      receipt: {
        number: '3C679366E6482450L',
        paid_until: '2027-11-03',
        versions: [
          {
            version: 1,
            made_at: '2026-11-03T09:30:00.000Z',
            company: null,
            address: null,
            vat_number: null,
          },
          { version: 2, made_at: '2026-11-05T12:00:00.000Z', ...company },
        ],
      },
    },
  ],
};

const opened = {
  description: 'The session is open',
  json: { schema: z.object({ email: z.string() }), example: { email } },
  headers: ['Set-Cookie'],
} as const;

/** The calls of the page with a buyer's own purchases. */
export const portalRoutes = [
  route({
    method: 'POST',
    path: '/api/portal/link',
    access: 'public',
    tag: 'Own purchases',
    summary: 'Email a link to the purchases made with an address',
    description:
      'The link works once, within 15 minutes. The answer and its timing are the same for an address without purchases.',
    body: { schema: z.object({ email: requiredEmail }), example: { email } },
    answers: {
      202: describeJson('The link is mailed if the address has purchases', z.object({ email: z.string() }), {
        email,
      }),
    },
    problems: ['email-required', 'email-invalid'],
    handle: async ({ c, body }) => {
      await mailLink(c, body.email);
      return json({ email: body.email }, 202);
    },
  }),

  route({
    method: 'POST',
    path: '/api/portal/open',
    access: 'public',
    tag: 'Own purchases',
    summary: 'Open the session of a mailed link',
    body: {
      schema: z.object({ token: z.string().check(z.maxLength(200)) }),
      example: { token: '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f3a01.R0dM' },
    },
    answers: { 200: opened },
    problems: ['portal-link-invalid'],
    handle: async ({ c, body }) => {
      const session = await openByLink(c, body.token);
      return json({ email: session.email }, 200, sessionCookie(c, session.token));
    },
  }),

  route({
    method: 'POST',
    path: '/api/portal/account',
    access: 'signed-in',
    needsFreshSignIn: true,
    tag: 'Own purchases',
    summary: 'Open a session for the confirmed address of the caller’s account',
    answers: { 200: opened },
    problems: ['email-unverified'],
    handle: async ({ c }) => {
      const session = await openByAccount(c);
      return json({ email: session.email }, 200, sessionCookie(c, session.token));
    },
  }),

  route({
    method: 'POST',
    path: '/api/portal/sign-out',
    access: 'public',
    tag: 'Own purchases',
    summary: 'End the session',
    answers: { 204: { description: 'The session is over', headers: ['Set-Cookie'] } },
    handle: async ({ c }) => {
      await endSession(c);
      return empty(sessionCookie(c, null));
    },
  }),

  route({
    method: 'GET',
    path: '/api/portal/purchases',
    access: 'buyer',
    tag: 'Own purchases',
    summary: 'List the purchases of the session’s address',
    answers: onlyJson(
      'The purchases, newest first',
      z.object({ email: z.string(), purchases: z.array(ownPurchase) }),
      { email, purchases: [example] },
    ),
    handle: async ({ context }) =>
      json({ email: buyersEmail(context), purchases: await listOwnPurchases(context) }),
  }),

  route({
    method: 'POST',
    path: '/api/portal/purchases/:id/cancel',
    access: 'buyer',
    tag: 'Own purchases',
    summary: 'Cancel a subscription',
    description:
      'Cancels the subscription at PayPal. If PayPal does not answer in time, `cancellation.state` is `waiting`: the request is repeated until PayPal answers, and an email confirms the end. A repeated call changes nothing. Audited.',
    params: { id: purchaseId },
    answers: onlyJson('The purchase', ownPurchase, example),
    problems: ['purchase-not-found', 'subscription-not-active', 'payer-required'],
    sendsMails: true,
    handle: async ({ context, params }) => json(await cancelSubscription(context, params.id)),
  }),

  route({
    method: 'GET',
    path: '/api/portal/receipts/:id',
    access: 'buyer',
    tag: 'Own purchases',
    summary: 'Show the receipt of a payment as a page to print',
    description: 'The default is the newest version.',
    params: { id: paymentId },
    query: z.object({
      version: z.optional(
        z.pipe(
          z.string().check(z.regex(/^\d{1,4}$/, 'Not a version')),
          z.transform((text) => Number(text)),
        ),
      ),
    }),
    answers: { 200: { description: 'The receipt', text: 'text/html' } },
    errorPage: { title: 'Receipt', href: '/purchases', link: 'Your purchases' },
    problems: ['payment-not-found'],
    handle: ({ context, params, query }) => receiptPage(context, params.id, query.version),
  }),

  route({
    method: 'POST',
    path: '/api/portal/receipts/:id/versions',
    access: 'buyer',
    tag: 'Own purchases',
    summary: 'Make a version of a receipt that names a company',
    description:
      'Earlier versions stay available. Without a change, no version is made. Three empty fields take the company off the receipt. Only the payer may do this.',
    params: { id: paymentId },
    body: { schema: receiptBuyerInput, example: company },
    answers: onlyJson('The purchase', ownPurchase, example),
    problems: ['payment-not-found', 'payer-required', 'receipt-company-required', 'too-many-requests'],
    handle: async ({ context, params, body }) => json(await addReceiptVersion(context, params.id, body)),
  }),

  route({
    method: 'GET',
    path: '/api/portal/licenses/:id',
    access: 'buyer',
    tag: 'Own purchases',
    summary: 'Download the license of a payment',
    params: { id: paymentId },
    answers: {
      200: {
        description: 'The file kithbook-license.txt',
        text: 'text/plain',
        headers: ['Content-Disposition'],
      },
    },
    problems: ['payment-not-found'],
    handle: async ({ context, params }) =>
      downloadText(licenseFile, await showOwnLicense(context, params.id)),
  }),

  route({
    method: 'GET',
    path: '/api/portal/data',
    access: 'buyer',
    tag: 'Own purchases',
    summary: 'Export all data about the session’s address',
    answers: onlyJson(
      'All stored data, by table',
      z.looseObject({ email: z.string(), as_of: z.iso.datetime() }),
      { email, as_of: '2026-11-05T00:00:00.000Z', purchases: [] },
      { headers: ['Content-Disposition'] },
    ),
    problems: ['address-spelling-differs'],
    handle: async ({ c, context }) => {
      const address = buyersEmail(context);
      await assertOnlyOwnSpelling(context, address);
      return downloadJson(c, 'my-data', await loadPersonalData(context, address));
    },
  }),

  route({
    method: 'POST',
    path: '/api/portal/erase',
    access: 'buyer',
    tag: 'Own purchases',
    summary: 'Erase the session’s address',
    description:
      'Removes the address from purchases, withdrawals, customers, the newsletter, the outbox and the audit log, and ends the session. Payments stay, because tax law requires it. Audited.',
    answers: { 204: { description: 'The address is erased', headers: ['Set-Cookie'] } },
    problems: ['subscription-active', 'withdrawal-open', 'address-spelling-differs'],
    handle: async ({ c, context }) => {
      await eraseOwnData(context);
      return empty(sessionCookie(c, null));
    },
  }),
];
