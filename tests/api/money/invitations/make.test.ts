import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { signIn } from '../../accounts.ts';
import { track } from '../../buyer.ts';
import { newEmail, unique } from '../../factories.ts';
import { type Shop, startShop } from '../../shop.ts';
import { invitedOrder, newYearlyPlan } from './invited.ts';
import { newInvitation } from './new-invitation.ts';

const basic = { plan: 'basic', price: '29.99', reason: 'The founders’ price.', days: 30 };
const made = z.object({ id: z.string(), token: z.string() });

let shop: Shop;
let token: string;
beforeAll(async () => {
  shop = await startShop();
  token = await signIn('admin');
});
afterAll(() => shop.close());

const make = (changes: object) => shop.call('POST', '/api/invitations', { ...basic, ...changes }, { token });
const open = (link: string) => shop.call('POST', '/api/invitations/open', { token: link });

test('an admin makes a link, whose token is answered once and stored as a hash', async () => {
  const provider_plan_id = await newYearlyPlan(shop, '39.99');
  const subscription = { plan: 'annual', price: 39.99, provider_plan_id };
  const { id, token: link } = made.parse((await make(subscription)).body);
  expect(Buffer.from(link, 'base64url').length).toBeGreaterThanOrEqual(16);
  expect((await open(link)).body).toEqual({
    plan: 'annual',
    price_cents: 3999,
    provider_plan_id,
    reason: basic.reason,
  });
  const stored = await shop.rows(
    'select to_jsonb(i)::text as row from invitations i union all select to_jsonb(a)::text from audit_log a',
  );
  expect(JSON.stringify(stored)).not.toContain(link);
  const [entry] = await shop.rows('select action, before, after from audit_log where entity_id = $1', [id]);
  expect(entry).toMatchObject({ action: 'invitation.create', before: null, after: { price_cents: 3999 } });
  expect(JSON.stringify(entry)).not.toContain(basic.reason);
});

test.each([
  ['price', { price: '59.99' }],
  ['price', { price: 0 }],
  ['days', { days: 0 }],
  ['reason', { reason: ' ' }],
  ['provider_plan_id', { provider_plan_id: 'P-TEST-ANNUAL' }],
  ['provider_plan_id', { plan: 'annual', price: '39.99' }],
  ['provider_plan_id', { plan: 'annual', price: '39.99', provider_plan_id: 'P-UNKNOWN' }],
  ['provider_plan_id', { plan: 'annual', price: '39.99', provider_plan_id: 'P-TEST-ANNUAL' }],
  ['provider_plan_id', { plan: 'annual', price: '39.99', provider_plan_id: '../secret' }],
])('an invitation with a wrong %s is refused: %j', async (field, changes) => {
  expect(await make(changes)).toMatchObject({ status: 422, body: { fields: [{ field }] } });
});

test('unknown, used, expired and withdrawn links get the same answer', async () => {
  const newOne = () => newInvitation(shop.rows);
  const [used, expired, withdrawn] = [await newOne(), await newOne(), await newOne()];
  expect((await track(shop, await invitedOrder(shop, used.token), { amount: '29.99' })).status).toBe(200);
  await shop.rows('update invitations set ends_at = now() where id = $1', [expired.id]);
  const withdraw = () => shop.call('DELETE', `/api/invitations/${withdrawn.id}`, undefined, { token });
  expect((await withdraw()).status).toBe(204);
  expect((await withdraw()).status).toBe(404);
  const answers = await Promise.all(
    [unique(), used.token, expired.token, withdrawn.token].map(async (link) => {
      const { status, body } = await open(link);
      return { status, body: { ...(body as object), requestId: null } };
    }),
  );
  expect(answers[0]).toMatchObject({ status: 404, body: { code: 'invitation-not-found' } });
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  const list = await shop.call('GET', '/api/invitations', undefined, { token });
  const states = (list.body as { invitations: { id: string; state: string }[] }).invitations;
  const stateOf = (id: string) => states.find((row) => row.id === id)?.state;
  expect([used, expired, withdrawn].map(({ id }) => stateOf(id))).toEqual(['used', 'expired', 'withdrawn']);
});

test('a link begins at most 50 orders, and each once', async () => {
  const { id, token: link } = await newInvitation(shop.rows);
  const begin = (orderId: string) => shop.call('POST', '/api/invitations/open', { token: link, orderId });
  await shop.rows(
    'update invitations set order_ids = (select array_agg(n::text) from generate_series(1, 49) n) where id = $1',
    [id],
  );
  expect((await begin('LAST')).status).toBe(200);
  expect((await begin('LAST')).status).toBe(200);
  expect((await begin('ONE-MORE')).status).toBe(404);
});

test('forgetting the buyer redacts the reason', async () => {
  const { id, token: link } = await newInvitation(shop.rows);
  const email = newEmail('buyer');
  await track(shop, await invitedOrder(shop, link, { email }), { amount: '29.99' });
  expect((await shop.call('POST', '/api/customers/forget', { email }, { token })).status).toBe(200);
  expect(await shop.rows('select reason from invitations where id = $1', [id])).toEqual([
    { reason: 'redacted' },
  ]);
});
