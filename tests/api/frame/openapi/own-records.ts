import type { ApiCalls } from '../../../../src/server/routes.ts';
import { mailedCode, newAccount, newConfirmedAccount } from '../../accounts.ts';
import { fixtures } from '../db/fixtures.ts';
import { newAffiliate, newEmail, unique } from '../../factories.ts';
import { newAddressChange } from '../../people/addresses/address-change.ts';
import { newLink, openSession } from '../../portal-sessions.ts';
import type { Caller, Prepare } from './working-call.ts';

const newPassword = 'a long and quiet evening';

/** The records for the calls of buyers, and for those about the caller's own account. Each has a session or an account of its own. */
export function ownRecords({ api }: Caller) {
  const asOwner = async () => ({ token: (await newConfirmedAccount()).token });
  const asOwnerByEmail = async () => {
    const { token, email } = await newConfirmedAccount();
    return { token, body: { email } };
  };
  return {
    'POST /api/portal/open': async () => ({ body: { token: await newLink(api.rows, newEmail()) } }),
    'GET /api/portal/purchases': async () => (await newBuyer({ api })).session,
    'GET /api/portal/data': async () => (await newBuyer({ api })).session,
    'GET /api/portal/receipts/:id': async () => {
      const { session, paymentId } = await newBuyer({ api });
      return { ...session, params: { id: paymentId } };
    },
    'GET /api/portal/licenses/:id': async () => {
      const { session, paymentId } = await newBuyer({ api });
      await newLicense(api, paymentId);
      return { ...session, params: { id: paymentId } };
    },
    'GET /api/licenses/orders/:orderId': async () => {
      const { orderId, paymentId } = await newBuyer({ api });
      await newLicense(api, paymentId);
      return { params: { orderId } };
    },
    'POST /api/portal/receipts/:id/versions': async () => {
      const { session, paymentId } = await newBuyer({ api });
      return { ...session, params: { id: paymentId } };
    },
    'POST /api/portal/purchases/:id/cancel': async () => {
      const subscription = { type: 'subscription', plan_id: 'annual', state: 'active' };
      const { session, purchaseId } = await newBuyer({ api }, subscription);
      return { ...session, params: { id: purchaseId } };
    },
    'POST /api/portal/erase': async () => (await newBuyer({ api })).session,
    'POST /api/account/second-factor': asOwner,
    'PUT /api/account/password': async () => ({
      ...(await asOwner()),
      body: { currentPassword: 'kithbook', newPassword },
    }),
    'POST /api/account/address': asOwner,
    'POST /api/account/address/confirm': async () => ({
      body: { token: (await newAddressChange(api)).confirm },
    }),
    'POST /api/account/address/undo': async () => {
      const { confirm, undo } = await newAddressChange(api);
      await api.call('POST', '/api/account/address/confirm', { token: confirm });
      return { body: { token: undo } };
    },
    'POST /api/account/sessions': asOwner,
    'GET /api/account/sessions': asOwner,
    'POST /api/account/sessions/end': asOwner,
    'GET /api/account/export': asOwner,
    'POST /api/account/delete': asOwnerByEmail,
    'POST /api/affiliates/leave': async () => {
      const owner = await asOwnerByEmail();
      await newAffiliate(api.rows, owner.body);
      return owner;
    },
    'GET /api/auth/validate-reset-token/:token': async () => ({
      params: { token: await mailedCode(await newAccount()) },
    }),
    'POST /api/auth/reset-password': async () => ({
      body: { token: await mailedCode(await newAccount()), newPassword },
    }),
  } satisfies Partial<Record<keyof ApiCalls, Prepare>>;
}

/** Creates a buyer with a session and a payment. */
async function newBuyer({ api }: Pick<Caller, 'api'>, columns: object = {}) {
  const email = newEmail('buyer');
  const { purchase, payment } = fixtures(api.rows);
  const orderId = unique();
  const purchaseId = await purchase({
    provider_id: orderId,
    payer_email: email,
    payer_email_key: email,
    ...columns,
  });
  const paymentId = await payment({ purchase_id: purchaseId, paid_at: new Date() });
  return { orderId, purchaseId, paymentId, session: { headers: await openSession(api.rows, email) } };
}

async function newLicense({ rows }: Caller['api'], paymentId: string): Promise<void> {
  await fixtures(rows).other('licenses', {
    payment_id: paymentId,
    covers_until: '2027-11-03',
    text: 'A license',
  });
}
