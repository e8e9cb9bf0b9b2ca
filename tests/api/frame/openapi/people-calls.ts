import { randomUUID } from 'node:crypto';
import { mailedCode, newAccount, newConfirmedAccount } from '../../accounts.ts';
import { newAffiliate, newEmail, newWithdrawal } from '../../factories.ts';
import type { Api } from '../../harness.ts';
import { emptyNewsletter, newSubscription, sampleLetter } from '../../newsletter-factories.ts';
import { signedResendEvent } from '../../people/newsletter/signed-resend-event.ts';
import { type Caller, withToken, type WorkingCalls } from './working-call.ts';

/** The calls of src/server/people, without those of buyers, profiles and one’s own account. */
export function peopleCalls({ api, admin }: Caller): WorkingCalls {
  return {
    'POST /api/customers': () => ['POST', '/api/customers', { email: newEmail() }],
    'GET /api/customers': () => ['GET', '/api/customers', undefined, withToken(admin)],
    'GET /api/customers/export': () => ['GET', '/api/customers/export', undefined, withToken(admin)],
    'POST /api/customers/forget': () => [
      'POST',
      '/api/customers/forget',
      { email: newEmail() },
      withToken(admin),
    ],
    'POST /api/customers/data': () => [
      'POST',
      '/api/customers/data',
      { email: 'ada@kithbook.example' },
      withToken(admin),
    ],
    'GET /api/customers/:id': async () => [
      'GET',
      `/api/customers/${await newCustomer({ api, admin })}`,
      undefined,
      withToken(admin),
    ],
    'PUT /api/customers/:id': async () => [
      'PUT',
      `/api/customers/${await newCustomer({ api, admin })}`,
      { name: 'Changed' },
      withToken(admin),
    ],
    'DELETE /api/customers/:id': async () => [
      'DELETE',
      `/api/customers/${await newCustomer({ api, admin })}`,
      undefined,
      withToken(admin),
    ],
    'GET /api/newsletter/confirm': async () => [
      'GET',
      (await newSubscription(api.rows, 'asked')).confirmPath,
    ],
    'POST /api/newsletter/confirm': async () => [
      'POST',
      (await newSubscription(api.rows, 'asked')).confirmPath,
    ],
    'GET /api/newsletter/leave': async () => ['GET', (await newSubscription(api.rows)).leavePath],
    'POST /api/newsletter/leave': async () => ['POST', (await newSubscription(api.rows)).leavePath],
    'POST /api/mail/events': async () => {
      const { email } = await newSubscription(api.rows);
      const { body, headers } = signedResendEvent({ type: 'email.complained', data: { to: [email] } });
      return ['POST', '/api/mail/events', body, { headers }];
    },
    'GET /api/newsletter': async () => {
      await newSubscription(api.rows);
      return ['GET', '/api/newsletter', undefined, withToken(admin)];
    },
    'GET /api/newsletter/export': () => ['GET', '/api/newsletter/export', undefined, withToken(admin)],
    'GET /api/newsletter/summary': () => ['GET', '/api/newsletter/summary', undefined, withToken(admin)],
    'DELETE /api/newsletter/:id': async () => {
      const { id } = await newSubscription(api.rows);
      return ['DELETE', `/api/newsletter/${id}`, undefined, withToken(admin)];
    },
    'POST /api/withdrawals': () => ['POST', '/api/withdrawals', newWithdrawal()],
    'GET /api/withdrawals/form': () => ['GET', '/api/withdrawals/form'],
    'POST /api/withdrawals/form': () => [
      'POST',
      '/api/withdrawals/form',
      new URLSearchParams({ ...newWithdrawal(), step: 'confirm' }).toString(),
      { headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ],
    'GET /api/withdrawals': async () => {
      await api.call('POST', '/api/withdrawals', newWithdrawal());
      return ['GET', '/api/withdrawals', undefined, withToken(admin)];
    },
    'POST /api/withdrawals/handle': () => [
      'POST',
      '/api/withdrawals/handle',
      { ids: [randomUUID()], note: 'Refunded' },
      withToken(admin),
    ],
    'PUT /api/withdrawals/:id': async () => {
      const { body } = await api.call('POST', '/api/withdrawals', newWithdrawal());
      const { id } = body as { id: string };
      return ['PUT', `/api/withdrawals/${id}`, { note: 'Refunded' }, withToken(admin)];
    },
    'GET /api/letters': () => ['GET', '/api/letters', undefined, withToken(admin)],
    'GET /api/letters/:slug': () => ['GET', `/api/letters/${slug}`, undefined, withToken(admin)],
    'POST /api/letters/:slug/test': () => ['POST', `/api/letters/${slug}/test`, undefined, withToken(admin)],
    'POST /api/letters/:slug/send': async () => {
      await emptyNewsletter(api.rows);
      await newSubscription(api.rows);
      return ['POST', `/api/letters/${slug}/send`, { recipients: 1 }, withToken(admin)];
    },
    'POST /api/letters/:slug/pause': async () => {
      await insertSentLetter(api.rows, slug);
      return ['POST', `/api/letters/${slug}/pause`, undefined, withToken(admin)];
    },
    'POST /api/letters/:slug/resume': async () => {
      await insertSentLetter(api.rows, slug);
      return ['POST', `/api/letters/${slug}/resume`, undefined, withToken(admin)];
    },
    'GET /api/account/export': async () => {
      const { token } = await newConfirmedAccount();
      return ['GET', '/api/account/export', undefined, withToken(token)];
    },
    'POST /api/account/delete': async () => {
      const { token, email } = await newConfirmedAccount();
      return ['POST', '/api/account/delete', { email }, withToken(token)];
    },
    'POST /api/affiliates/leave': async () => {
      const { token, email } = await newConfirmedAccount();
      await newAffiliate(api.rows, { email });
      return ['POST', '/api/affiliates/leave', { email }, withToken(token)];
    },
    'GET /api/auth/validate-reset-token/:token': async () => [
      'GET',
      `/api/auth/validate-reset-token/${await mailedCode(await newAccount())}`,
    ],
    'POST /api/auth/reset-password': async () => [
      'POST',
      '/api/auth/reset-password',
      {
        token: await mailedCode(await newAccount()),
        newPassword: 'a long and quiet evening',
      },
    ],
    'GET /api/auth/leaked-passwords/:prefix': () => ['GET', '/api/auth/leaked-passwords/5BAA6'],
  };
}

async function newCustomer({ api, admin }: Caller): Promise<string> {
  const created = await api.call(
    'POST',
    '/api/customers',
    { name: 'New', email: newEmail() },
    withToken(admin),
  );
  return (created.body as { id: string }).id;
}

const { slug } = sampleLetter;

async function insertSentLetter(rows: Api['rows'], sentSlug: string): Promise<void> {
  await rows(
    `insert into letters (id, slug, subject, preview, html, text, recipients, sent_by)
     values (gen_random_uuid(), $1, 'Subject', 'Preview', '<p>Hello</p>', 'Hello', 0, 'nobody') on conflict do nothing`,
    [sentSlug],
  );
}
