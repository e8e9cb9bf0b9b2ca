import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '../../../../src/shared/limits.ts';
import { withdrawalReference } from '../../../../src/shared/withdrawals.ts';
import { fixtures } from '../../frame/db/fixtures.ts';
import { newEmail, newWithdrawal, unique } from '../../factories.ts';
import { type Api, type CallOptions, createTestDatabase, startApi } from '../../harness.ts';
import { mailsTo, renderStored } from '../../frame/mail/mail-rows.ts';

const start = '2026-11-05T09:30:00.000Z';
let now = new Date(start);
let api: Api;
beforeAll(async () => {
  api = await startApi({ database: await createTestDatabase(), now: () => now });
});
afterAll(() => api.close());
beforeEach(() => {
  now = new Date(start);
});

const withdraw = (body: object, options?: CallOptions) => api.call('POST', '/api/withdrawals', body, options);
/** A buyer with an order, a payment, and another address for the receipt. */
async function newBuyer(order = unique().toUpperCase()) {
  const { purchase, payment } = fixtures(api.rows);
  const [email, receiptEmail] = [newEmail('buyer'), newEmail('receipt')];
  const paymentNumber = unique().toUpperCase();
  const purchase_id = await purchase({
    provider_id: order,
    payer_email: email,
    payer_email_key: email,
    receipt_email: receiptEmail,
  });
  await payment({ purchase_id, provider_id: paymentNumber });
  return { email, receiptEmail, order, payment: paymentNumber };
}

const stored = (email: string) =>
  api.rows('select * from withdrawals where lower(email) = lower($1) order by received_at', [email]);

describe('a withdrawal', () => {
  test('is stored as the buyer typed it, and confirmed by a mail with its content and the time', async () => {
    const { email, order } = await newBuyer();
    const sent = newWithdrawal({ email, order_number: ` #${order.toLowerCase()} `.trim() });
    const answer = await withdraw({ ...sent, name: '  Carl Sample ' });
    expect(answer).toMatchObject({ status: 201, body: { received_at: start } });
    const [row] = await stored(email);
    expect(row).toMatchObject({ ...sent, handled_at: null });
    expect(answer.body).toEqual({ id: row?.id, received_at: start });

    const [mail, ...others] = await mailsTo(api.rows, email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ kind: 'withdrawal-received', subject_id: row?.id, state: 'waiting' });
    const { text } = renderStored(mail);
    const reference = withdrawalReference(String(row?.id));
    for (const part of [sent.name, order, reference, 'November 5, 2026, 09:30:00 UTC', 'We’ll refund you'])
      expect(text).toContain(part);
  });

  test.each([
    ['the number of a payment', 'payment'],
    ['the address of the receipt', 'receipt'],
  ])('with %s is confirmed with its content', async (_, what) => {
    const { order, payment, receiptEmail, email } = await newBuyer();
    const sent =
      what === 'payment' ? { email, order_number: payment } : { email: receiptEmail, order_number: order };
    await withdraw(newWithdrawal(sent));
    const [mail] = await mailsTo(api.rows, sent.email);
    expect(mail?.data).toMatchObject({ name: 'Carl Sample', order_number: order });
  });

  test.each([
    ['cancellation', 'We’ve received your cancellation', 'won’t renew'],
    ['money-back', 'We’ve received your request', 'We’ll refund you'],
  ])('of the kind %s is stored and confirmed as such', async (kind, subject, next) => {
    const { email, order } = await newBuyer();
    await withdraw({ ...newWithdrawal({ email, order_number: order }), kind });
    expect(await stored(email)).toMatchObject([{ kind }]);
    const mail = renderStored((await mailsTo(api.rows, email))[0]);
    expect(mail.subject).toContain(subject);
    expect(mail.text).toContain(next);
  });

  test.each(['‐', '‑', '–', '−', '－'])('finds the order if the number has the dash %s', async (dash) => {
    const order_number = `I-${unique().toUpperCase()}`;
    const { email } = await newBuyer(order_number);
    await withdraw(newWithdrawal({ email, order_number: order_number.replaceAll('-', dash) }));
    const [mail] = await mailsTo(api.rows, email);
    expect(mail?.data).toMatchObject({ order_number });
  });

  test.each([
    ['no order', () => 'http://evil.example/ CALL +1 900'],
    ['somebody else’s order', async () => (await newBuyer()).order],
  ])('with %s mails only the time and a reference', async (_, orderNumber) => {
    const typed = {
      name: 'Your refund waits: https://evil.example/login',
      order_number: await orderNumber(),
    };
    const sent = newWithdrawal(typed);
    const { body } = await withdraw(sent);
    const [mail] = await mailsTo(api.rows, sent.email);
    const { subject, text, html } = renderStored(mail);
    for (const word of ['evil.example', 'refund waits', '+1 900', typed.order_number])
      expect(`${subject} ${text} ${html}`).not.toContain(word);
    expect(text).toContain(withdrawalReference((body as { id: string }).id));
    expect(text).toContain('November 5, 2026, 09:30:00 UTC');
    expect(text).toContain('If we find the purchase');
  });

  test('of the buyer has no link in its mail, even if the name contains one', async () => {
    const { email, order } = await newBuyer();
    const name = 'Zoë O’Neill-Smith https://evil.example/login?a=1 call +1 900';
    await withdraw(newWithdrawal({ email, order_number: order, name }));
    const { text, html } = renderStored((await mailsTo(api.rows, email))[0]);
    expect(text).toContain('Zoë O’Neill-Smith https evil. example login a call');
    expect(html).not.toMatch(/evil\.example|900/);
  });

  test('that is repeated on the same day stores nothing, writes no mail, and gets the first answer', async () => {
    const sent = newWithdrawal();
    const first = await withdraw(sent);
    now = new Date('2026-11-05T23:59:59.999Z');
    const repeated = await withdraw({
      name: sent.name.toUpperCase(),
      order_number: sent.order_number.toLowerCase(),
      email: sent.email.toUpperCase(),
    });
    expect(repeated).toMatchObject({ status: 201, body: first.body as object });
    expect(await stored(sent.email)).toHaveLength(1);
    expect(await mailsTo(api.rows, sent.email)).toHaveLength(1);
  });

  test('that is sent 50 times at once is stored and mailed once, also over the limit of the network', async () => {
    const sent = newWithdrawal();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => withdraw(sent, { address: '198.51.100.9' })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await stored(sent.email)).toHaveLength(1);
    expect(await mailsTo(api.rows, sent.email)).toHaveLength(1);
  });

  test.each([
    ['another name', { name: 'Carla Sample' }],
    ['another kind', { kind: 'cancellation' }],
    ['another order number', { order_number: 'OTHER' }],
    ['the next day', {}],
  ])('with %s is another request', async (what, changes) => {
    const sent = newWithdrawal();
    await withdraw(sent);
    if (what === 'the next day') now = new Date('2026-11-06T00:00:00.000Z');
    await withdraw({ ...sent, ...changes });
    expect(await stored(sent.email)).toHaveLength(2);
    expect(await mailsTo(api.rows, sent.email)).toHaveLength(2);
  });

  test('without a name, an order number or an email is rejected with an error for each field', async () => {
    expect(await withdraw({ name: ' ', email: 'nobody' })).toMatchObject({
      status: 422,
      body: {
        fields: [
          { field: 'name', message: 'Enter your name' },
          { field: 'order_number', message: 'Enter the order number' },
          { field: 'email', message: 'Please enter a valid email address' },
        ],
      },
    });
  });
});

describe('the limits', () => {
  test('the seventh withdrawal in six hours with one email is stored without a mail', async () => {
    const { hits, windowSeconds } = limits.perTarget.withdrawalEmail;
    expect({ hits, windowSeconds }).toEqual({ hits: 6, windowSeconds: 6 * 60 * 60 });
    const [mailbox = ''] = newEmail('buyer').split('@');
    const email = `${mailbox}@mail.example`;
    const send = (spelling: string) =>
      withdraw(newWithdrawal({ email: `${mailbox}${spelling}@mail.example` }));
    for (let hit = 1; hit <= hits; hit += 1) expect((await send(`+${String(hit)}`)).status).toBe(201);
    expect(await send('')).toMatchObject({ status: 201, body: { received_at: start } });
    expect([(await stored(email)).length, await mailsTo(api.rows, email)]).toEqual([1, []]);
    now = new Date(now.getTime() + windowSeconds * 1_000);
    expect((await send('')).status).toBe(201);
    expect(await mailsTo(api.rows, email)).toHaveLength(1);
  });

  test('other spellings of the buyer’s order number do not get more mails', async () => {
    const { email, order } = await newBuyer();
    const { hits } = limits.perTarget.withdrawalEmail;
    for (let hit = 0; hit <= hits; hit += 1)
      await withdraw(newWithdrawal({ email, order_number: `#${order.toLowerCase()}${'.'.repeat(hit)}` }));
    expect([(await stored(email)).length, (await mailsTo(api.rows, email)).length]).toEqual([hits + 1, hits]);
  });

  test('strangers’ withdrawals do not keep the buyer’s own from being confirmed', async () => {
    const { email, order } = await newBuyer();
    for (let hit = 0; hit < limits.perTarget.withdrawalEmail.hits; hit += 1)
      await withdraw(newWithdrawal({ email }));
    const { body } = await withdraw(newWithdrawal({ email, order_number: order }));
    const { id } = body as { id: string };
    const mails = await mailsTo(api.rows, email);
    expect(mails.find(({ subject_id }) => subject_id === id)).toMatchObject({
      data: { order_number: order },
    });
  });

  test('a withdrawal over the limit of its network address stores nothing and writes no mail', async () => {
    const address = '198.51.100.7';
    for (let hit = 1; hit <= limits.perNetwork.buyers; hit += 1)
      expect((await withdraw(newWithdrawal(), { address })).status).toBe(201);
    const sent = newWithdrawal();
    expect((await withdraw(sent, { address })).status).toBe(429);
    expect(await stored(sent.email)).toEqual([]);
    expect(await mailsTo(api.rows, sent.email)).toEqual([]);
  });
});
