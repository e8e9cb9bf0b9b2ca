import { newConfirmedAccount } from '../../accounts.ts';
import { fixtures } from '../db/fixtures.ts';
import { newEmail } from '../../factories.ts';
import { newAddressChange } from '../../people/addresses/address-change.ts';
import { newLink, openSession } from '../../portal-sessions.ts';
import { type CallArguments, type Caller, withToken, type WorkingCalls } from './working-call.ts';

/** The calls of buyers, each with a session and a purchase of its own. */
export function portalCalls({ api, admin }: Caller): WorkingCalls {
  const newBuyer = async (columns: object = {}) => {
    const email = newEmail('buyer');
    const { purchase, payment } = fixtures(api.rows);
    const payer = { payer_email: email, payer_email_key: email };
    const purchaseId = await purchase({ ...payer, ...columns });
    const paymentId = await payment({ purchase_id: purchaseId });
    return { email, purchaseId, paymentId, headers: await openSession(api.rows, email) };
  };
  const subscription = { type: 'subscription', plan_id: 'annual', state: 'active' };
  return {
    'POST /api/portal/link': () => ['POST', '/api/portal/link', { email: newEmail() }],
    'POST /api/portal/open': async () => [
      'POST',
      '/api/portal/open',
      { token: await newLink(api.rows, newEmail()) },
    ],
    'POST /api/portal/account': () => ['POST', '/api/portal/account', undefined, withToken(admin)],
    'POST /api/portal/sign-out': () => ['POST', '/api/portal/sign-out'],
    'GET /api/portal/purchases': async () => {
      const { headers } = await newBuyer();
      return ['GET', '/api/portal/purchases', undefined, { headers }];
    },
    'GET /api/portal/data': async () => {
      const { headers } = await newBuyer();
      return ['GET', '/api/portal/data', undefined, { headers }];
    },
    'GET /api/portal/receipts/:id': async () => {
      const { headers, paymentId } = await newBuyer();
      return ['GET', `/api/portal/receipts/${paymentId}`, undefined, { headers }];
    },
    'POST /api/portal/purchases/:id/cancel': async () => {
      const { headers, purchaseId } = await newBuyer(subscription);
      return ['POST', `/api/portal/purchases/${purchaseId}/cancel`, undefined, { headers }];
    },
    'POST /api/portal/erase': async () => {
      const { headers } = await newBuyer();
      return ['POST', '/api/portal/erase', undefined, { headers }];
    },
  };
}

/** The calls about the caller's own account, each with an account of its own. */
export function ownAccountCalls({ api }: Pick<Caller, 'api'>): WorkingCalls {
  const asNewAccount = (method: string, path: string, body?: object) => async (): Promise<CallArguments> => {
    const { token } = await newConfirmedAccount();
    return [method, path, body, withToken(token)];
  };
  return {
    'POST /api/account/second-factor': asNewAccount('POST', '/api/account/second-factor'),
    'PUT /api/account/password': asNewAccount('PUT', '/api/account/password', {
      currentPassword: 'kithbook',
      newPassword: 'a long and quiet evening',
    }),
    'POST /api/account/address': asNewAccount('POST', '/api/account/address', { email: newEmail() }),
    'POST /api/account/address/confirm': async () => {
      const { confirm } = await newAddressChange(api);
      return ['POST', '/api/account/address/confirm', { token: confirm }];
    },
    'POST /api/account/address/undo': async () => {
      const { confirm, undo } = await newAddressChange(api);
      await api.call('POST', '/api/account/address/confirm', { token: confirm });
      return ['POST', '/api/account/address/undo', { token: undo }];
    },
    'POST /api/account/sessions': asNewAccount('POST', '/api/account/sessions', { replaces: null }),
    'GET /api/account/sessions': asNewAccount('GET', '/api/account/sessions'),
    'POST /api/account/sessions/end': asNewAccount('POST', '/api/account/sessions/end'),
  };
}
