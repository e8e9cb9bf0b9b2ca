import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { limits } from '../../../../src/shared/limits.ts';
import { changeAccount, unsignedToken } from '../../accounts.ts';
import { type Api, startApi } from '../../harness.ts';
import { newAffiliate, newEmail } from '../../factories.ts';
import { applicationOf, newApplicant } from './application.ts';

const start = Date.parse('2026-03-01T12:00:00Z');
let now = start;
let api: Api;
beforeAll(async () => {
  api = await startApi({ now: () => new Date(now) });
});
afterAll(() => api.close());

const affiliate = z.strictObject({
  id: z.uuidv7(),
  name: z.string(),
  email: z.string(),
  code: z.string(),
  date_activated: z.null(),
  referred_by: z.string().nullable(),
  date_created: z.iso.datetime(),
  promotion: z.null(),
  application_state: z.literal('waiting'),
  declined_reason: z.null(),
  left_at: z.null(),
  muted_mails: z.tuple([]),
  version: z.literal(1),
  email_confirmed: z.boolean(),
  has_ledger: z.literal(false),
  sales: z.literal(0),
  earnings_cents: z.literal(0),
});

const storedAffiliate = (email: string) =>
  api.rows(
    'select name, email, code, referred_by, date_activated from affiliates where lower(email) = lower($1)',
    [email],
  );

describe('an application', () => {
  test('creates an inactive affiliate and returns it', async () => {
    const { email, apply } = await newApplicant(api);
    const application = { ...applicationOf(email), referred_by: 'ada@kithbook.example' };
    const answer = await apply(application);
    expect(answer.status).toBe(201);
    const created = affiliate.parse(answer.body);
    expect(created).toMatchObject({ ...application, date_created: new Date(now).toISOString() });
    expect(await storedAffiliate(email)).toEqual([{ ...application, date_activated: null }]);
    expect(
      await api.rows('select 1 as one from affiliate_activations where affiliate_id = $1', [created.id]),
    ).toEqual([]);
  });

  test('is in the applicant’s own list afterwards', async () => {
    const { token, apply } = await newApplicant(api);
    const { body } = await apply();
    expect((await api.call('GET', '/api/affiliates', undefined, { token })).body).toEqual([body]);
  });

  test('ignores an activation date', async () => {
    for (const date_activated of ['2025-01-01T00:00:00Z', 'nonsense', 7]) {
      const { email, apply } = await newApplicant(api);
      expect(await apply({ date_activated })).toMatchObject({ status: 201, body: { date_activated: null } });
      expect(await storedAffiliate(email)).toMatchObject([{ date_activated: null }]);
    }
  });

  test('is trimmed, with a lowercase code, no empty referrer and no unknown fields', async () => {
    const { email, apply } = await newApplicant(api);
    const { code } = applicationOf(email);
    const typed = {
      name: '  Zoë 李 ',
      email: ` ${email.toUpperCase()}\t`,
      code: ` ${code.toUpperCase()} `,
      referred_by: ' ',
      id: crypto.randomUUID(),
      no_minimum: true,
    };
    const trimmed = { name: 'Zoë 李', email: email.toUpperCase(), code, referred_by: null };
    expect(await apply(typed)).toMatchObject({ status: 201, body: trimmed });
    expect(await storedAffiliate(email)).toEqual([{ ...trimmed, date_activated: null }]);
  });
});

describe('an application is rejected', () => {
  const notOwn = { status: 403, body: { code: 'affiliate-not-own' } };

  test('for the email of another account, and stores nothing', async () => {
    const { apply } = await newApplicant(api);
    const other = newEmail();
    expect(await apply(applicationOf(other))).toMatchObject({
      ...notOwn,
      body: { error: 'You can only apply with the email of your own account.' },
    });
    expect(await storedAffiliate(other)).toEqual([]);
    expect(await apply({ email: 'ada@kithbook.example', code: 'ada0099' })).toMatchObject(notOwn);
  });

  test('for an account without an email', async () => {
    const { uid } = await newApplicant(api);
    const token = unsignedToken(uid);
    const email = newEmail();
    expect(await api.call('POST', '/api/affiliates', applicationOf(email), { token })).toMatchObject(notOwn);
    expect((await api.call('GET', '/api/affiliates', undefined, { token })).body).toEqual([]);
  });

  test('for another email, even with the token of a former admin', async () => {
    const { uid, email } = await newApplicant(api);
    await changeAccount(uid, { customAttributes: '{}' });
    const token = unsignedToken(uid, { admin: true, email });
    const answer = await api.call('POST', '/api/affiliates', applicationOf(newEmail()), { token });
    expect(answer).toMatchObject(notOwn);
  });

  test.each([
    ['the code has too few digits', (email: string) => ({ code: applicationOf(email).code.slice(0, -1) })],
    ['the code has too many digits', (email: string) => ({ code: `${applicationOf(email).code}0` })],
    ['the code has other characters', () => ({ code: "a code'; --" })],
    ['the code is PayPal’s word for no code', () => ({ code: 'default' })],
    ['the code begins with another name', () => ({ code: 'kithbook0001' })],
    [
      'the code has letters instead of digits',
      (email: string) => ({ code: `${applicationOf(email).code.slice(0, 6)}abcd` }),
    ],
  ])('because %s', async (_what, changes) => {
    const { email, apply } = await newApplicant(api);
    const message = 'A code is made of the start of your email and four digits.';
    expect(await apply(changes(email))).toMatchObject({
      status: 422,
      body: { code: 'affiliate-code-form', error: message, fields: [{ field: 'code', message }] },
    });
    expect(await storedAffiliate(email)).toEqual([]);
  });

  // tests/unit/shared/affiliate-input.test.ts has each field.
  test('if a field is wrong', async () => {
    const { apply } = await newApplicant(api);
    expect(await apply({ name: '' })).toMatchObject({
      status: 422,
      body: { code: 'affiliate-name-required', fields: [{ field: 'name' }] },
    });
  });
});

describe('an application conflicts with 409', () => {
  test('if an affiliate has the email in any letter case, and leaves that affiliate unchanged', async () => {
    const { email, apply } = await newApplicant(api);
    await newAffiliate(api.rows, { email: email.toUpperCase() });
    const before = await storedAffiliate(email);
    expect(await apply()).toMatchObject({
      status: 409,
      body: { code: 'affiliate-email-taken', error: 'An affiliate with this email already exists.' },
    });
    expect(await storedAffiliate(email)).toEqual(before);
  });

  test('if an affiliate has the code, and succeeds with other digits', async () => {
    const { email, apply } = await newApplicant(api);
    const { code } = applicationOf(email);
    await api.rows("insert into affiliates (id, name, email, code) values (gen_random_uuid(), 'x', $1, $2)", [
      newEmail(),
      code,
    ]);
    expect(await apply({ code })).toMatchObject({
      status: 409,
      body: { code: 'affiliate-code-taken', error: 'This affiliate code is already taken.' },
    });
    const otherCode = code.slice(0, -1) + String((Number(code.at(-1)) + 1) % 10);
    expect((await apply({ code: otherCode })).status).toBe(201);
  });

  test('for the email if both email and code are taken', async () => {
    const { email, apply } = await newApplicant(api);
    const { code } = applicationOf(email);
    expect((await apply({ code })).status).toBe(201);
    expect(await apply({ code })).toMatchObject({ status: 409, body: { code: 'affiliate-email-taken' } });
  });
});

test('an account can apply 30 times in 15 minutes, and again in the next window', async () => {
  const { hits, windowSeconds } = limits.perTarget.affiliateApplicant;
  expect([hits, windowSeconds]).toEqual([30, 900]);
  now = start + 100_000;
  const { email, apply } = await newApplicant(api);
  const other = await newApplicant(api);
  const { code } = applicationOf(email);
  await api.rows("insert into affiliates (id, name, email, code) values (gen_random_uuid(), 'x', $1, $2)", [
    newEmail(),
    code,
  ]);
  for (let hit = 1; hit <= hits; hit += 1) expect((await apply({ code })).status).toBe(409);
  const refused = await apply({ code: `${code.slice(0, -4)}0000` });
  expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-requests' } });
  expect(refused.headers.get('retry-after')).toBe('800');
  expect(await storedAffiliate(email)).toEqual([]);
  expect((await other.apply()).status).toBe(201);
  now = start + windowSeconds * 1_000;
  expect((await apply({ code })).status).toBe(409);
  now = start;
});
