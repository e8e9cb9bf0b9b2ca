import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, startApi } from '../../harness.ts';
import { newAffiliate, unique } from '../../factories.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const validate = async (text: string): Promise<unknown> => {
  const answer = await api.call('GET', `/api/affiliates/validate/${text}`);
  expect(answer.status).toBe(200);
  return answer.body;
};

describe('a code is valid', () => {
  test('if its affiliate is active, and the answer says nothing else', async () => {
    const { code } = await newAffiliate(api.rows);
    expect(await validate(code)).toEqual({ valid: true });
  });

  test('in any letter case, and with spaces around it', async () => {
    const { code } = await newAffiliate(api.rows);
    for (const text of [code.toUpperCase(), ` ${code}  `, `“${code}.”`])
      expect(await validate(encodeURIComponent(text))).toEqual({ valid: true });
    expect(await validate(code.replace(/./g, (letter) => `%${letter.charCodeAt(0).toString(16)}`))).toEqual({
      valid: true,
    });
  });

  test('only while its affiliate is active', async () => {
    const { id, code } = await newAffiliate(api.rows);
    await api.rows('update affiliates set date_activated = null where id = $1', [id]);
    expect(await validate(code)).toEqual({ valid: false });
    await api.rows('update affiliates set date_activated = now() where id = $1', [id]);
    expect(await validate(code)).toEqual({ valid: true });
  });

  test('no longer when its affiliate is closed', async () => {
    const { id, code } = await newAffiliate(api.rows);
    await api.rows(
      'update affiliates set date_activated = null, email = null, closed_at = now() where id = $1',
      [id],
    );
    expect(await validate(code)).toEqual({ valid: false });
  });
});

describe('a code is not valid', () => {
  // tests/unit/shared/referral.test.ts has what can be a code.
  test.each([
    `x${unique()}`,
    '%20',
    '%00',
    'ada000_',
    'ada%25',
    '%F0%9F',
    "'%20or%20'1'='1",
    'x'.repeat(8_000),
  ])('%s', async (text) => {
    expect(await validate(text)).toEqual({ valid: false });
  });

  test('if it is `default`, which PayPal sends for a purchase without a code', async () => {
    await api.rows(
      "insert into affiliates (id, name, email, code, date_activated) values (gen_random_uuid(), 'D', 'd@mail.example', 'default', now())",
    );
    expect(await validate('default')).toEqual({ valid: false });
  });
});

test('a code of 32 characters is valid', async () => {
  const code = `k${unique()}`.padEnd(32, '_');
  await api.rows(
    "insert into affiliates (id, name, email, code, date_activated) values (gen_random_uuid(), 'L', 'l@mail.example', $1, now())",
    [code],
  );
  expect(await validate(code)).toEqual({ valid: true });
});
