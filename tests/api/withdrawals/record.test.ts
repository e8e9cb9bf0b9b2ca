import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '../../../src/shared/limits.ts';
import { newEmail, newWithdrawal } from '../factories.ts';
import { type Api, type CallOptions, createTestDatabase, startApi } from '../harness.ts';
import { mailsTo, renderStored } from '../mail/mail-rows.ts';

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
const stored = (email: string) =>
  api.rows('select * from withdrawals where lower(email) = lower($1) order by received_at', [email]);

describe('a withdrawal', () => {
  test('is stored as the buyer typed it, and confirmed by a mail with its content and the time', async () => {
    const sent = newWithdrawal({ order_number: 'i-8wr5lt29ds3b, the annual plan' });
    const answer = await withdraw({ ...sent, name: '  Carl Sample ' });
    expect(answer).toMatchObject({ status: 201, body: { received_at: start } });
    const [row] = await stored(sent.email);
    expect(row).toMatchObject({ ...sent, handled_at: null });
    expect(answer.body).toEqual({ id: row?.id, received_at: start });

    const [mail, ...others] = await mailsTo(api.rows, sent.email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ kind: 'withdrawal-received', subject_id: row?.id, state: 'waiting' });
    const { text } = renderStored(mail);
    for (const part of [sent.name, sent.email, sent.order_number, '2026-11-05 09:30:00 UTC'])
      expect(text).toContain(part);
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

  test('of simultaneous clicks is stored once', async () => {
    const sent = newWithdrawal();
    const answers = await Promise.all([1, 2, 3].map(() => withdraw(sent)));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await stored(sent.email)).toHaveLength(1);
    expect(await mailsTo(api.rows, sent.email)).toHaveLength(1);
  });

  test.each([
    ['another name', { name: 'Carla Sample' }],
    ['another order number', { order_number: 'OTHER' }],
    ['the next day', {}],
  ])('with %s is another withdrawal', async (what, changes) => {
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
  test('six withdrawals in six hours pass with one email, in any spelling, and one more is 429', async () => {
    const { hits, windowSeconds } = limits.perTarget.withdrawalEmail;
    expect({ hits, windowSeconds }).toEqual({ hits: 6, windowSeconds: 6 * 60 * 60 });
    const [mailbox = ''] = newEmail('buyer').split('@');
    const send = (spelling: string) =>
      withdraw(newWithdrawal({ email: `${mailbox}${spelling}@mail.example` }));
    for (let hit = 1; hit <= hits; hit += 1) expect((await send(`+${String(hit)}`)).status).toBe(201);
    const refused = await send('');
    expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-requests' } });
    expect(await stored(`${mailbox}@mail.example`)).toEqual([]);
    now = new Date(now.getTime() + Number(refused.headers.get('retry-after')) * 1_000);
    expect((await send('')).status).toBe(201);
  });

  test('a withdrawal over the limit of its network address stores nothing and writes no mail', async () => {
    const address = '198.51.100.7';
    for (let hit = 1; hit <= limits.perAddress.buyers; hit += 1)
      expect((await withdraw(newWithdrawal(), { address })).status).toBe(201);
    const sent = newWithdrawal();
    expect((await withdraw(sent, { address })).status).toBe(429);
    expect(await stored(sent.email)).toEqual([]);
    expect(await mailsTo(api.rows, sent.email)).toEqual([]);
  });
});
