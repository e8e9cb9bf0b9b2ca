import { randomUUID } from 'node:crypto';
import { newConfirmedAccount, signIn } from '../../accounts.ts';
import { fixtures } from '../db/fixtures.ts';
import { newAffiliate, newEmail, newNamedLink, unique } from '../../factories.ts';
import { type Caller, withToken, type WorkingCalls } from './working-call.ts';

/** The calls of src/server/money, without the two that need PayPal. */
export function moneyCalls({ api, admin }: Caller): WorkingCalls {
  return {
    'GET /api/affiliates/validate/:code': () => ['GET', '/api/affiliates/validate/ada0001'],
    'GET /api/affiliates': () => ['GET', '/api/affiliates', undefined, withToken(admin)],
    'POST /api/affiliates': () => [
      'POST',
      '/api/affiliates',
      { name: 'New', email: newEmail(), code: unique() },
      withToken(admin),
    ],
    'GET /api/affiliates/email/:email': () => [
      'GET',
      '/api/affiliates/email/ada%40kithbook.example',
      undefined,
      withToken(admin),
    ],
    'GET /api/affiliates/referrals': async () => [
      'GET',
      '/api/affiliates/referrals',
      undefined,
      withToken(await signIn('ada')),
    ],
    'GET /api/affiliates/entries': async () => [
      'GET',
      '/api/affiliates/entries',
      undefined,
      withToken(await signIn('ada')),
    ],
    'GET /api/affiliates/links': async () => [
      'GET',
      '/api/affiliates/links',
      undefined,
      withToken(await signIn('ada')),
    ],
    'POST /api/affiliates/links': async () => [
      'POST',
      '/api/affiliates/links',
      { label: unique() },
      withToken(await signIn('ada')),
    ],
    'PUT /api/affiliates/links/:code': async () => [
      'PUT',
      `/api/affiliates/links/${await newNamedLink(api.rows, 'ada0001')}`,
      { label: unique() },
      withToken(await signIn('ada')),
    ],
    'DELETE /api/affiliates/links/:code': async () => [
      'DELETE',
      `/api/affiliates/links/${await newNamedLink(api.rows, 'ada0001')}`,
      undefined,
      withToken(await signIn('ada')),
    ],
    'GET /api/affiliates/statements': async () => [
      'GET',
      '/api/affiliates/statements',
      undefined,
      withToken(await signIn('ada')),
    ],
    'GET /api/affiliates/statements/:month': async () => {
      const { id: affiliate_id } = await newAffiliate(api.rows);
      await fixtures(api.rows).statement({ affiliate_id });
      const path = `/api/affiliates/statements/2026-01?affiliate=${affiliate_id}`;
      return ['GET', path, undefined, withToken(admin)];
    },
    'GET /api/affiliates/payout': async () => [
      'GET',
      '/api/affiliates/payout',
      undefined,
      withToken(await signIn('ada')),
    ],
    'PUT /api/affiliates/payout-email': async () => [
      'PUT',
      '/api/affiliates/payout-email',
      { email: newEmail() },
      withToken(await signIn('ada')),
    ],
    'PUT /api/affiliates/:id/payout': async () => {
      const { id } = await newAffiliate(api.rows);
      const terms = { payout_email: null, no_minimum: true };
      return ['PUT', `/api/affiliates/${id}/payout`, terms, withToken(admin)];
    },
    'GET /api/payouts': () => ['GET', '/api/payouts', undefined, withToken(admin)],
    'GET /api/payouts/years': () => ['GET', '/api/payouts/years', undefined, withToken(admin)],
    'POST /api/payouts/export': () => ['POST', '/api/payouts/export', undefined, withToken(admin)],
    'POST /api/payouts/approve': () => [
      'POST',
      '/api/payouts/approve',
      { ids: [randomUUID()] },
      withToken(admin),
    ],
    'POST /api/payouts/reject': () => [
      'POST',
      '/api/payouts/reject',
      { ids: [randomUUID()], reason: 'Nobody’s' },
      withToken(admin),
    ],
    'POST /api/payouts/paid': () => {
      const items = [{ id: randomUUID(), transactionId: unique() }];
      return ['POST', '/api/payouts/paid', { items }, withToken(admin)];
    },
    'GET /api/affiliates/export': () => ['GET', '/api/affiliates/export', undefined, withToken(admin)],
    'POST /api/affiliates/import': () => {
      const csv = `name,email\nNew,${newEmail()}\nNobody,\n`;
      return ['POST', '/api/affiliates/import', { csv, dryRun: true }, withToken(admin)];
    },
    'POST /api/affiliates/bulk': async () => {
      const { id } = await newAffiliate(api.rows);
      return ['POST', '/api/affiliates/bulk', { action: 'deactivate', ids: [id] }, withToken(admin)];
    },
    'GET /api/affiliates/:id': async () => {
      const { id } = await newAffiliate(api.rows);
      return ['GET', `/api/affiliates/${id}`, undefined, withToken(admin)];
    },
    'PUT /api/affiliates/:id': async () => {
      const { id, email } = await newAffiliate(api.rows);
      return ['PUT', `/api/affiliates/${id}`, { name: 'Changed', email }, withToken(admin)];
    },
    'POST /api/affiliates/:id/decline': async () => {
      const { id } = await newAffiliate(api.rows, { activeFrom: null });
      return ['POST', `/api/affiliates/${id}/decline`, { reason: 'Not yet' }, withToken(admin)];
    },
    'PUT /api/affiliates/application': async () => {
      const { email, token } = await newConfirmedAccount();
      await newAffiliate(api.rows, { email, activeFrom: null });
      return ['PUT', '/api/affiliates/application', { promotion: 'In my newsletter' }, withToken(token)];
    },
    'PUT /api/affiliates/mails': async () => {
      const { email, token } = await newConfirmedAccount();
      await newAffiliate(api.rows, { email });
      return ['PUT', '/api/affiliates/mails', { muted: ['first-sale'] }, withToken(token)];
    },
    'DELETE /api/affiliates/:id': async () => {
      const { id } = await newAffiliate(api.rows);
      return ['DELETE', `/api/affiliates/${id}`, undefined, withToken(admin)];
    },
    'GET /api/reconciliation/latest': async () => {
      const days = { first_day: '2026-01-01', last_day: '2026-01-03', compared: 0, differences: '[]' };
      await fixtures(api.rows).other('reconciliations', days);
      return ['GET', '/api/reconciliation/latest', undefined, withToken(admin)];
    },
    'POST /api/referral': () => ['POST', '/api/referral', { code: 'ada0001' }],
  };
}
