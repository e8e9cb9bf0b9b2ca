import { afterAll, beforeAll, expect, test } from 'vitest';
import { newAccount, newConfirmedAccount } from '../../accounts.ts';
import { newAffiliate } from '../../factories.ts';
import { type Api, startApi } from '../../harness.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const choose = (muted: unknown, token: string) =>
  api.call('PUT', '/api/affiliates/mails', { muted }, { token });

test('an affiliate switches optional mails off and on, with an audit entry for each change', async () => {
  const { email, token, uid } = await newConfirmedAccount();
  const { id } = await newAffiliate(api.rows, { email });
  const muted = ['first-sale', 'payout-paid'];
  expect(await choose(['payout-paid', 'first-sale', 'payout-paid'], token)).toMatchObject({
    status: 200,
    body: { id, muted_mails: muted, version: 2 },
  });
  expect(await choose(muted, token)).toMatchObject({ body: { muted_mails: muted, version: 2 } });
  expect(await choose([], token)).toMatchObject({ body: { muted_mails: [], version: 3 } });
  expect(
    await api.rows('select action, actor_id, before, after from audit_log where entity_id = $1 order by id', [
      id,
    ]),
  ).toEqual([
    {
      action: 'affiliate.mails',
      actor_id: uid,
      before: { muted_mails: [] },
      after: { muted_mails: muted },
    },
    {
      action: 'affiliate.mails',
      actor_id: uid,
      before: { muted_mails: muted },
      after: { muted_mails: [] },
    },
  ]);
});

test('a mail that cannot be switched off is refused', async () => {
  const { email, token } = await newConfirmedAccount();
  const { id } = await newAffiliate(api.rows, { email });
  for (const muted of [['payout-rejected'], ['first-sale', 'receipt']])
    expect((await choose(muted, token)).status).toBe(422);
  expect(await api.rows('select muted_mails, version from affiliates where id = $1', [id])).toEqual([
    { muted_mails: [], version: 1 },
  ]);
});

test('an account that only uses the affiliate’s email cannot change the affiliate', async () => {
  const { email } = await newAffiliate(api.rows);
  const { token } = await newAccount(email);
  expect(await choose([], token)).toMatchObject({ status: 404, body: { code: 'affiliate-not-found' } });
});
