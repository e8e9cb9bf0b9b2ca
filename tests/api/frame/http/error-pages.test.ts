import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../../../src/shared/limits.ts';
import { routes } from '../../../call-names.ts';
import { type Api, startApi } from '../../harness.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** The header of a browser that opens a page. */
const person = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const program = { accept: 'application/json' };

test('each call that answers with a page has a page for its errors', () => {
  const pages = routes.filter(({ answers }) =>
    Object.values(answers).some(({ text }) => text === 'text/html'),
  );
  expect(pages.length).toBeGreaterThan(5);
  const without = pages.filter(({ errorPage }) => !errorPage).map(({ method, path }) => `${method} ${path}`);
  expect(without).toEqual([]);
});

test.for([
  ['a receipt without a session', 'GET', '/api/portal/receipts/019a2f4e-8f30-7cc0-a4a2-6f0f5f6f2b55', 401],
  ['a token that is given twice', 'GET', '/api/newsletter/confirm?token=T&token=', 422],
  ['a press with a token that is given twice', 'POST', '/api/newsletter/confirm?token=T&token=', 422],
  ['an address that leads nowhere', 'GET', '/api/nothing', 404],
  ['a form that is too large', 'POST', '/api/withdrawals/form', 413],
] as const)('%s: a page for people, JSON for programs', async ([, method, path, status]) => {
  const body = method === 'POST' ? `name=${'a'.repeat(limits.bodyBytes)}` : undefined;
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const send = (headers: Record<string, string>) =>
    api.call(method, path, path.includes('form') ? body : undefined, { headers: { ...type, ...headers } });
  const page = await send(person);
  expect(page.status).toBe(status);
  expect(page.headers.get('content-type')).toMatch(/^text\/html/);
  expect(page.body).toMatch(/<a class="button" href="\/(purchases|withdraw)?">/);
  expect(await send(program)).toMatchObject({ status, body: { requestId: expect.any(String) as string } });
});
