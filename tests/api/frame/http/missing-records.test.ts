import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '../../../call-names.ts';
import { signIn } from '../../accounts.ts';
import { exampleRequest } from '../../example-request.ts';
import { type Api, startApi } from '../../harness.ts';

let api: Api;
let token: string;
beforeAll(async () => {
  [api, token] = await Promise.all([startApi(), signIn('admin')]);
});
afterAll(() => api.close());

// Buyers' calls need a session. tests/api/people/portal/session.test.ts covers them.
const calls = routes
  .filter(({ params, access }) => params?.id !== undefined && access !== 'buyer')
  .map(({ method, path, params }) => [`${method} ${path}`, params?.id?.missing] as const);

test.each(calls)('%s answers %s for an id that no record has', async (call, code) => {
  for (const id of [randomUUID(), '1', 'abc', '\0', '../health', 'x'.repeat(5_000)]) {
    const answer = await api.call(...exampleRequest(call, { params: { id }, token }));
    expect([id, answer.status, answer.body]).toMatchObject([id, 404, { code }]);
  }
});
