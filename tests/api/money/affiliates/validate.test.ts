import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('a code of an active affiliate is valid, and the answer says nothing else', async () => {
  const { id, code } = await newAffiliate(api.rows);
  for (const text of [code, code.toUpperCase(), ` ${code}  `, `“${code}.”`])
    expect(await validate(encodeURIComponent(text))).toEqual({ valid: true });
  await api.rows('update affiliates set date_activated = null where id = $1', [id]);
  expect(await validate(code)).toEqual({ valid: false });
  await api.rows('update affiliates set date_activated = now() where id = $1', [id]);
  expect(await validate(code)).toEqual({ valid: true });
  const close = 'date_activated = null, email = null, closed_at = now()';
  await api.rows(`update affiliates set ${close} where id = $1`, [id]);
  expect(await validate(code)).toEqual({ valid: false });
});

// tests/unit/shared/referral.test.ts tests the form of a code.
test.each([`x${unique()}`, '%20', '%00', 'ada000_', 'ada%25', '%F0%9F', 'x'.repeat(8_000)])(
  'the code %s is not valid',
  async (text) => {
    expect(await validate(text)).toEqual({ valid: false });
  },
);

test('`default` is not valid, which PayPal sends for a purchase without a code', async () => {
  await newAffiliate(api.rows, { code: 'default' });
  expect(await validate('default')).toEqual({ valid: false });
});
