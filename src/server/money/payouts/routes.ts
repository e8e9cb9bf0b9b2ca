import { payoutEmailInput, paymentSettingsInput } from '../../../shared/schemas/payout.ts';
import { ledgerQuery } from '../../../shared/schemas/statement.ts';
import { affiliateId } from '../affiliates/admin-routes.ts';
import { json, recordAnswer } from '../../frame/http/answer.ts';
import { onlyJson, route } from '../../frame/http/route.ts';
import { changePaymentSettings } from './change-payment-settings.ts';
import { payoutAccountExample, payoutAccountShape, showPayoutAccount } from './payout-account.ts';

/** The calls about how an affiliate is paid. */
export const payoutRoutes = [
  route({
    method: 'GET',
    path: '/api/affiliates/payout',
    access: 'signed-in',
    tag: 'Payouts',
    summary: 'Show how an affiliate is paid',
    description: 'Shows your own account. Staff can see the account of any affiliate.',
    query: ledgerQuery,
    answers: onlyJson(
      'Payment email, minimum, balance and next closing',
      payoutAccountShape,
      payoutAccountExample,
      { headers: ['ETag'] },
    ),
    problems: ['affiliate-not-found'],
    handle: async ({ context, query }) => recordAnswer(await showPayoutAccount(context, query.affiliate)),
  }),

  route({
    method: 'PUT',
    path: '/api/affiliates/payout-email',
    access: 'signed-in',
    needsFreshSignIn: true,
    sendsMails: true,
    tag: 'Payouts',
    summary: 'Set your own payment email',
    description: 'Every change is recorded. Payouts that are already proposed keep their payment email.',
    body: { schema: payoutEmailInput, example: { email: payoutAccountExample.payout_email } },
    answers: onlyJson('The changed account', payoutAccountShape, payoutAccountExample),
    problems: ['affiliate-not-found', 'email-unverified', 'email-required', 'email-invalid'],
    handle: async ({ context, body }) =>
      json(await changePaymentSettings(context, undefined, { payoutEmail: body.email }, null)),
  }),

  route({
    method: 'PUT',
    path: '/api/affiliates/:id/payout',
    access: 'finance',
    needsFreshSignIn: true,
    sendsMails: true,
    tag: 'Payouts',
    summary: 'Set an affiliate’s payment email and minimum',
    params: { id: affiliateId },
    isVersioned: true,
    body: {
      schema: paymentSettingsInput,
      example: { payout_email: payoutAccountExample.payout_email, no_minimum: false, version: 2 },
    },
    answers: onlyJson('The changed account', payoutAccountShape, payoutAccountExample, { headers: ['ETag'] }),
    problems: ['affiliate-not-found', 'email-required', 'email-invalid'],
    handle: async ({ context, params, body, version }) => {
      const paymentSettings = { payoutEmail: body.payout_email, noMinimum: body.no_minimum };
      const account = await changePaymentSettings(context, params.id, paymentSettings, version);
      return recordAnswer(account);
    },
  }),
];
