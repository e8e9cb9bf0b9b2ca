import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signIn } from '../../accounts.ts';
import { newEmail } from '../../factories.ts';
import { type Api, startApi } from '../../harness.ts';
import { signedResendEvent } from './signed-resend-event.ts';
import { newSubscription } from '../../newsletter-factories.ts';

let api: Api;
let token: string;
beforeAll(async () => {
  [api, token] = await Promise.all([startApi(), signIn('admin')]);
});
afterAll(() => api.close());

const ask = (email: string) => api.call('POST', '/api/customers', { email, newsletter: true });
const forget = (email: string) => api.call('POST', '/api/customers/forget', { email }, { token });
const mailsTo = (email: string) => api.rows('select kind from mails where address = $1', [email]);
const report = (type: string, email: string) => {
  const { body, headers } = signedResendEvent({ type, data: { to: [email], bounce: { type: 'Permanent' } } });
  return api.call('POST', '/api/mail/events', body, { headers });
};

/** Expects that a request for an address stores and mails nothing, and that its answer is the usual one. */
async function expectNoMail(email: string): Promise<void> {
  const usual = await ask(newEmail());
  const answer = await ask(email);
  expect(answer.status).toBe(usual.status);
  expect(Object.keys(answer.body as object)).toEqual(Object.keys(usual.body as object));
  expect(await mailsTo(email)).toEqual([]);
}

describe('nobody can ask for letters to an erased address', () => {
  test.each(['email.complained', 'email.bounced'])('after %s', async (type) => {
    const { email } = await newSubscription(api.rows, 'confirmed');
    await report(type, email);
    await forget(email);
    expect(await api.rows('select 1 from newsletter_subscriptions where email = $1', [email])).toEqual([]);
    await expectNoMail(email);
    await expectNoMail(email.toUpperCase());
    const [row = {}] = await api.rows("select string_agg(s::text, ' ') as all from suppressed_addresses s");
    expect(row.all).not.toContain(email.split('@')[0]);
  });

  test('whose subscription an admin deleted', async () => {
    const { id, email } = await newSubscription(api.rows, 'confirmed');
    await report('email.bounced', email);
    expect((await api.call('DELETE', `/api/newsletter/${id}`, undefined, { token })).status).toBe(204);
    await expectNoMail(email);
  });

  test('that never subscribed, but complained about another mail', async () => {
    const email = newEmail();
    await report('email.complained', email);
    await expectNoMail(email);
  });
});

test('a bounce of one spelling suppresses another one only at Gmail', async () => {
  const [name = ''] = newEmail().split('@');
  for (const host of ['mail.example', 'gmail.com']) await report('email.bounced', `${name}+tag@${host}`);
  await expectNoMail(`${name}@gmail.com`);
  await ask(`${name}@mail.example`);
  expect(await mailsTo(`${name}@mail.example`)).toEqual([{ kind: 'newsletter-confirmation' }]);
});

test('an erased person who only unsubscribed may subscribe again', async () => {
  const { email } = await newSubscription(api.rows, 'left');
  await forget(email);
  await ask(email);
  expect(await mailsTo(email)).toEqual([{ kind: 'newsletter-confirmation' }]);
});

test('an operator can lift an address, and its person can subscribe again', async () => {
  const email = newEmail();
  await report('email.complained', email);
  await api.rows(
    `delete from suppressed_addresses
     where address_hash = encode(sha256(convert_to(mailbox_key($1), 'UTF8')), 'hex')`,
    [email],
  );
  await ask(email);
  expect(await mailsTo(email)).toEqual([{ kind: 'newsletter-confirmation' }]);
});
