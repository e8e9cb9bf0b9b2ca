import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { affiliateShape } from '../../../../src/server/money/affiliates/affiliate.ts';
import { changeAccount, unsignedToken } from '../../accounts.ts';
import { type Api, startApi } from '../../harness.ts';
import { newAffiliate, newEmail } from '../../factories.ts';
import { applicationOf, newApplicant } from './application.ts';

const now = new Date('2026-03-01T12:00:00Z');
let api: Api;
beforeAll(async () => {
  api = await startApi({ now: () => now });
});
afterAll(() => api.close());

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
    const created = affiliateShape.parse(answer.body);
    expect(created).toMatchObject({
      ...application,
      date_created: now.toISOString(),
      application_state: 'waiting',
    });
    expect(await storedAffiliate(email)).toEqual([{ ...application, date_activated: null }]);
    expect(
      await api.rows('select 1 as one from affiliate_activations where affiliate_id = $1', [created.id]),
    ).toEqual([]);
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
      date_activated: '2025-01-01T00:00:00Z',
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

  test('for another email, even with the token of a former admin', async () => {
    const { uid, email } = await newApplicant(api);
    await changeAccount(uid, { customAttributes: '{}' });
    const token = unsignedToken(uid, { admin: true, email });
    const answer = await api.call('POST', '/api/affiliates', applicationOf(newEmail()), { token });
    expect(answer).toMatchObject(notOwn);
  });

  // tests/unit/shared/affiliate-input.test.ts has each field, and referral.test.ts has the form of a code.
  test('if a field is wrong', async () => {
    const { email, apply } = await newApplicant(api);
    expect(await apply({ name: '' })).toMatchObject({
      status: 422,
      body: { code: 'affiliate-name-required', fields: [{ field: 'name' }] },
    });
    const message = 'A code is made of the start of your email and four digits.';
    for (const code of ['default', 'kithbook0001', `${applicationOf(email).code}0`])
      expect(await apply({ code })).toMatchObject({
        status: 422,
        body: { code: 'affiliate-code-form', error: message, fields: [{ field: 'code', message }] },
      });
    expect(await storedAffiliate(email)).toEqual([]);
  });

  // tests/api/frame/db/races.test.ts has the code of another affiliate, and the limit.
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
});
