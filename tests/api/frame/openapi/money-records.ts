import type { ApiCalls } from '../../../../src/server/routes.ts';
import { newInvitation } from '../../money/invitations/new-invitation.ts';
import { newConfirmedAccount, signIn } from '../../accounts.ts';
import { fixtures } from '../db/fixtures.ts';
import { newAffiliate, newEmail, newNamedLink, unique } from '../../factories.ts';
import { reconciliation } from './admin-records.ts';
import type { Caller, Prepare } from './working-call.ts';

/** The records for the calls of src/server/money. */
export function moneyRecords({ api }: Caller) {
  const asAda = async () => ({ token: await signIn('ada') });
  const ofNewAffiliate = async () => ({ params: { id: (await newAffiliate(api.rows)).id } });
  const asNewAffiliate = async (activeFrom?: null) => {
    const { email, token } = await newConfirmedAccount();
    await newAffiliate(api.rows, { email, ...(activeFrom === null && { activeFrom }) });
    return { token };
  };
  return {
    'GET /api/invitations': async () => {
      await newInvitation(api.rows);
      return {};
    },
    'DELETE /api/invitations/:id': async () => ({ params: { id: (await newInvitation(api.rows)).id } }),
    'POST /api/invitations/open': async () => ({ body: { token: (await newInvitation(api.rows)).token } }),
    'POST /api/affiliates': () => ({ body: { name: 'New', email: newEmail(), code: unique() } }),
    'GET /api/affiliates/email/:email': () => ({ params: { email: 'ada@kithbook.example' } }),
    'GET /api/affiliates/referrals': asAda,
    'GET /api/affiliates/entries': asAda,
    'GET /api/affiliates/links': asAda,
    'POST /api/affiliates/links': async () => ({ ...(await asAda()), body: { label: unique() } }),
    'PUT /api/affiliates/links/:code': async () => ({
      ...(await asAda()),
      params: { code: await newNamedLink(api.rows, 'ada0001') },
      body: { label: unique() },
    }),
    'DELETE /api/affiliates/links/:code': async () => ({
      ...(await asAda()),
      params: { code: await newNamedLink(api.rows, 'ada0001') },
    }),
    'POST /api/sale-claims': asAda,
    'GET /api/affiliates/statements': asAda,
    'GET /api/affiliates/statements/:month': async () => {
      const { id: affiliate_id } = await newAffiliate(api.rows);
      await fixtures(api.rows).statement({ affiliate_id });
      return { path: `/api/affiliates/statements/2026-01?affiliate=${affiliate_id}` };
    },
    'GET /api/affiliates/payout': asAda,
    'PUT /api/affiliates/payout-email': asAda,
    'PUT /api/affiliates/:id/payout': async () => ({
      ...(await ofNewAffiliate()),
      body: { payout_email: null, no_minimum: true },
    }),
    'POST /api/affiliates/bulk': async () => {
      const { id } = await newAffiliate(api.rows);
      return { body: { action: 'deactivate', ids: [id] } };
    },
    'GET /api/affiliates/:id': ofNewAffiliate,
    'PUT /api/affiliates/:id': async () => {
      const { id, email } = await newAffiliate(api.rows);
      return { params: { id }, body: { name: 'Changed', email } };
    },
    'POST /api/affiliates/:id/decline': async () => {
      const { id } = await newAffiliate(api.rows, { activeFrom: null });
      return { params: { id } };
    },
    'PUT /api/affiliates/application': () => asNewAffiliate(null),
    'PUT /api/affiliates/mails': () => asNewAffiliate(),
    'DELETE /api/affiliates/:id': ofNewAffiliate,
    'GET /api/reconciliation/latest': async () => {
      await fixtures(api.rows).other('reconciliations', reconciliation);
      return {};
    },
  } satisfies Partial<Record<keyof ApiCalls, Prepare>>;
}
