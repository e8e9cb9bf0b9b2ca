import { afterAll, beforeAll, expect, test } from 'vitest';
import { callNames } from '../../../call-names.ts';
import { signIn } from '../../accounts.ts';
import { type Api, startApi } from '../../harness.ts';
import { prepareCall, workingCalls } from './working-calls.ts';

let api: Api;
let admin: string;
beforeAll(async () => {
  [api, admin] = await Promise.all([startApi(), signIn('admin')]);
});
afterAll(() => api.close());

/** Two calls need PayPal. tests/api/money/purchases and tests/api/money/webhooks test them. */
const paypalCalls = ['POST /api/purchase/track', 'POST /api/paypal/webhook'];
const calls = callNames.filter((call) => !paypalCalls.includes(call));

test.each(calls)('%s answers as the document describes', async (call) => {
  // The harness compares the answer with the document.
  const answer = await api.call(...(await prepareCall(workingCalls({ api, admin }), call)));
  expect(answer.status).toBeLessThan(300);
});

test('a working call exists for every operation, except the two that need PayPal', () => {
  expect(Object.keys(workingCalls({ api, admin })).sort()).toEqual(calls.sort());
});
