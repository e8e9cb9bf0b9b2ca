import type { ApiCalls } from '../../../../src/server/routes.ts';
import { fixtures } from '../db/fixtures.ts';
import { newEmail, newWithdrawal, unique } from '../../factories.ts';
import { emptyNewsletter, newSubscription, sampleLetter } from '../../newsletter-factories.ts';
import { signedResendEvent } from '../../people/newsletter/signed-resend-event.ts';
import type { Caller, Prepare } from './working-call.ts';

/** The records for the calls of src/server/people, without those of buyers, profiles and one’s own account. */
export function peopleRecords({ api }: Caller) {
  const { other, purchase } = fixtures(api.rows);
  const ofNewCustomer = async () => ({ params: { id: await other('customers', { email: newEmail() }) } });
  const withdraw = () => api.call('POST', '/api/withdrawals', newWithdrawal());
  const insertSentLetter = async () => {
    await api.rows(
      `insert into letters (id, slug, subject, preview, html, text, recipients, sent_by)
       values (gen_random_uuid(), $1, 'Subject', 'Preview', '<p>Hello</p>', 'Hello', 0, 'nobody') on conflict do nothing`,
      [sampleLetter.slug],
    );
    return {};
  };
  return {
    'POST /api/customers/data': () => ({ body: { email: 'ada@kithbook.example' } }),
    'GET /api/customers/:id': ofNewCustomer,
    'PUT /api/customers/:id': ofNewCustomer,
    'DELETE /api/customers/:id': ofNewCustomer,
    'GET /api/newsletter/confirm': async () => ({
      path: (await newSubscription(api.rows, 'asked')).confirmPath,
    }),
    'POST /api/newsletter/confirm': async () => ({
      path: (await newSubscription(api.rows, 'asked')).confirmPath,
    }),
    'GET /api/newsletter/leave': async () => ({ path: (await newSubscription(api.rows)).leavePath }),
    'POST /api/newsletter/leave': async () => ({ path: (await newSubscription(api.rows)).leavePath }),
    'POST /api/mail/events': async () => {
      const { email } = await newSubscription(api.rows);
      return signedResendEvent({ type: 'email.complained', data: { to: [email] } });
    },
    'GET /api/newsletter': async () => {
      await newSubscription(api.rows);
      return {};
    },
    'DELETE /api/newsletter/:id': async () => ({ params: { id: (await newSubscription(api.rows)).id } }),
    'GET /api/withdrawals': async () => {
      await withdraw();
      return {};
    },
    'POST /api/withdrawals/:id/settle': async () => {
      const email = newEmail('buyer');
      const order_number = unique().toUpperCase();
      await purchase({ provider_id: order_number, payer_email: email, payer_email_key: email });
      const cancellation = { ...newWithdrawal({ email, order_number }), kind: 'cancellation' };
      const { id } = (await api.call('POST', '/api/withdrawals', cancellation)).body as { id: string };
      return { params: { id } };
    },
    'PUT /api/withdrawals/:id': async () => {
      const { id } = (await withdraw()).body as { id: string };
      return { params: { id } };
    },
    'POST /api/letters/:slug/send': async () => {
      await emptyNewsletter(api.rows);
      await newSubscription(api.rows);
      return { body: { recipients: 1 } };
    },
    'POST /api/letters/:slug/pause': insertSentLetter,
    'POST /api/letters/:slug/resume': insertSentLetter,
  } satisfies Partial<Record<keyof ApiCalls, Prepare>>;
}

/** The records for the calls of profiles at one of their two addresses. */
export function profileRecords({ api }: Caller, prefix: '/api' | ''): Readonly<Record<string, Prepare>> {
  const newProfile = async () => {
    const profile = { user_id: `user-${unique()}`, email: newEmail() };
    await fixtures(api.rows).other('user_profiles', profile);
    return { params: { userId: profile.user_id, email: profile.email } };
  };
  return {
    [`GET ${prefix}/user-profiles/user/:userId`]: newProfile,
    [`GET ${prefix}/user-profiles/email/:email`]: newProfile,
    [`POST ${prefix}/user-profiles`]: () => ({ body: { userId: unique() } }),
    [`PUT ${prefix}/user-profiles/user/:userId/upsert`]: () => ({
      params: { userId: unique() },
      body: { name: 'New' },
    }),
    [`DELETE ${prefix}/user-profiles/user/:userId`]: newProfile,
  };
}
