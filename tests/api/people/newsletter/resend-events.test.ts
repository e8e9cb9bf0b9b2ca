import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, startApi } from '../../harness.ts';
import { newEmail } from '../../factories.ts';
import { newMail, newSubscription, queueLetter } from '../../newsletter-factories.ts';
import { signedResendEvent } from './signed-resend-event.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const path = '/api/mail/events';
const send = (event: object) => {
  const { body, headers } = signedResendEvent(event);
  return api.call('POST', path, body, { headers });
};
const bounce = (email: string, type = 'Permanent', subType = 'General') => ({
  type: 'email.bounced',
  data: { email_id: 'e1', to: [email], bounce: { type, subType, message: `No ${email}` } },
});
const complaint = (email: string) => ({ type: 'email.complained', data: { email_id: 'e1', to: [email] } });
const read = async (id: string) =>
  (await api.rows('select * from newsletter_subscriptions where id = $1', [id]))[0];
const stateOf = async (id: string) =>
  (await api.rows('select state from mails where id = $1', [id]))[0]?.state;

test.each([
  ['bounced permanently', bounce, 'bounce'],
  ['complained', complaint, 'complaint'],
])(
  'an address that %s is unsubscribed, and its waiting letters are cancelled',
  async (_what, event, reason) => {
    const [reader, other] = [
      await newSubscription(api.rows, 'confirmed'),
      await newSubscription(api.rows, 'confirmed'),
    ];
    const [letter = '', othersLetter = ''] = await queueLetter(api.rows, [reader, other]);
    const receipt = await newMail(api.rows, { kind: 'receipt', address: reader.email });
    expect(await send(event(reader.email.toUpperCase()))).toMatchObject({
      status: 200,
      body: { received: true },
    });
    const row = await read(reader.id);
    expect(row).toMatchObject({ state: 'left', left_reason: reason });
    expect([await stateOf(letter), await stateOf(othersLetter), await stateOf(receipt)]).toEqual([
      'cancelled',
      'waiting',
      'waiting',
    ]);
    expect(await read(other.id)).toMatchObject({ state: 'confirmed' });
    // A repeated event, or an event of the other kind, keeps the first reason and date.
    for (const repeated of [bounce, complaint]) await send(repeated(reader.email));
    expect(await read(reader.id)).toEqual(row);
  },
);

test.each([
  ['as a text', (email: string) => email],
  ['among others', (email: string) => [newEmail(), `other@mail.example, ${email}`]],
])('an address %s is recognized', async (_what, to) => {
  const { id, email } = await newSubscription(api.rows, 'asked');
  await send({ type: 'email.complained', data: { to: to(email) } });
  expect(await read(id)).toMatchObject({ state: 'left', left_reason: 'complaint' });
});

test.each([
  ['bounced before', (email: string) => bounce(email, 'Permanent', 'Suppressed')],
  [
    'is suppressed',
    (to: string) => ({
      type: 'email.suppressed',
      data: { to: [to], suppressed: { message: 'Suppressed.', type: 'OnAccountSuppressionList' } },
    }),
  ],
])('an address that %s is unsubscribed', async (_what, event) => {
  const { id, email } = await newSubscription(api.rows, 'confirmed');
  await send(event(email));
  expect(await read(id)).toMatchObject({ state: 'left', left_reason: 'bounce' });
});

describe('an event changes nothing', () => {
  test.each([
    ['of a bounce that may pass', (email: string) => bounce(email, 'Transient')],
    ['of a full mailbox', (email: string) => bounce(email, 'Permanent', 'MailboxFull')],
    ['of a bounce without details', (to: string) => ({ type: 'email.bounced', data: { to: [to] } })],
    ['of a delivery', (email: string) => ({ type: 'email.delivered', data: { to: [email] } })],
    ['of an address that never subscribed', () => bounce(newEmail())],
  ])('%s', async (_what, event) => {
    const { id, email } = await newSubscription(api.rows, 'confirmed');
    const before = await read(id);
    expect(await send(event(email))).toMatchObject({ status: 200, body: { received: true } });
    expect(await read(id)).toEqual(before);
  });
});

describe('an event is refused with 401, and changes nothing', () => {
  const other = 'whsec_othersOthersOthersOthersOthersOt';
  test.each([
    ['without headers', () => ({})],
    ['signed with another secret', (event: object) => signedResendEvent(event, { secret: other }).headers],
    ['signed for another body', () => signedResendEvent({ type: 'email.delivered' }).headers],
    [
      'that was signed ten minutes ago',
      (event: object) => signedResendEvent(event, { at: new Date(Date.now() - 10 * 60_000) }).headers,
    ],
  ])('%s', async (_what, sign) => {
    const { id, email } = await newSubscription(api.rows, 'confirmed');
    const event = bounce(email);
    const { body } = signedResendEvent(event);
    const headers = { 'content-type': 'application/json', ...sign(event) };
    expect(await api.call('POST', path, body, { headers })).toMatchObject({
      status: 401,
      body: { code: 'webhook-unverified' },
    });
    expect(await read(id)).toMatchObject({ state: 'confirmed' });
  });
});

test.each([['missing', null, 503]])(
  'a %s secret is our fault, not a bad signature',
  async (_what, mailWebhookSecret, status) => {
    const misconfigured = await startApi({ settings: { mailWebhookSecret } });
    const { body, headers } = signedResendEvent(bounce(newEmail()));
    expect((await misconfigured.call('POST', path, body, { headers })).status).toBe(status);
    expect(misconfigured.log.filter(({ code }) => code === 'mail-webhook-refused')).toEqual([]);
    await misconfigured.close();
  },
);

test.each([
  ['is no JSON', 'not JSON'],
  ['has no type', '{"data":{}}'],
  [
    'has texts that are no addresses',
    '{"type":"email.complained","data":{"to":["x",7,"\\u0000@a.b","\\ud800@a.b"]}}',
  ],
])('a signed event that %s is received, so that Resend does not repeat it', async (_what, body) => {
  const { headers } = signedResendEvent(body);
  expect(await api.call('POST', path, body, { headers })).toMatchObject({
    status: 200,
    body: { received: true },
  });
});

test('no address of an event is in the log', async () => {
  const { email } = await newSubscription(api.rows, 'confirmed');
  await send(bounce(email));
  const { body } = signedResendEvent(bounce(email));
  await api.call('POST', path, body, { headers: { 'content-type': 'application/json' } });
  expect(api.log.length).toBeGreaterThan(0);
  expect(JSON.stringify(api.log)).not.toContain(email);
});
