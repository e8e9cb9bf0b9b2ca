import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { callNames } from '../../../call-names.ts';
import { catalog } from '../../../../src/shared/problems.ts';
import { type Answer, type Api, startApi } from '../../harness.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const errorSchema = z.strictObject({
  error: z.string().min(1),
  code: z.string().refine((code) => code in catalog),
  requestId: z.uuid(),
  fields: z.array(z.strictObject({ field: z.string(), message: z.string().min(1) })).optional(),
  success: z.literal(false).optional(),
  message: z.string().optional(),
});

function expectProblem({ body, headers }: Answer, code: string): void {
  const problem = errorSchema.parse(body);
  expect(problem.code).toBe(code);
  if (problem.message !== undefined) expect(problem.message).toBe(problem.error);
  expect(headers.get('x-request-id')).toBe(problem.requestId);
}

function expectHeaders({ headers }: Answer): void {
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
}

function sample(pattern: string) {
  return pattern.replace(/:\w+/g, 'sample');
}
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const byPath = Map.groupBy(callNames, (call) => call.split(' ')[1] ?? '');

describe.each([...byPath])('%s', (path, calls) => {
  const allowed = calls.flatMap((call) =>
    call.startsWith('GET') ? ['GET', 'HEAD'] : [call.split(' ')[0] ?? ''],
  );

  test('answers every other method with 405 and Allow', async () => {
    for (const method of methods.filter((candidate) => !allowed.includes(candidate))) {
      const answer = await api.call(method, sample(path));
      expect([method, answer.status]).toEqual([method, 405]);
      expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(allowed.toSorted());
      if (method !== 'HEAD') expectProblem(answer, 'method-not-allowed');
      expectHeaders(answer);
    }
  });
});

test.each(['constructor'])(
  'the method %s, a property of every object, is 405 and changes nothing',
  async (method) => {
    const answer = await api.call(method, '/api/customers');
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, GET, HEAD']);
    expect((await api.call(method, '/api/nothing')).status).toBe(404);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect((await api.call('GET', '/api/health')).status).toBe(200);
  },
);

test.each(['/api', '/api/', '/api/nothing', '/api/customers/', '/API/health', '/elsewhere'])(
  '%s is 404 in JSON',
  async (path) => {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const answer = await api.call(method, path);
      expect(answer.status).toBe(404);
      expectProblem(answer, 'not-found');
      expectHeaders(answer);
    }
  },
);

describe('errors of a password reset have success: false:', () => {
  const path = '/api/auth/reset-password';
  const cases: [string, string, () => Promise<Answer>][] = [
    ['400', 'request-malformed', () => api.call('POST', path, '{')],
    ['401', 'sign-in-required', () => api.call('POST', path, {}, { headers: { authorization: 'Basic x' } })],
    ['405', 'method-not-allowed', () => api.call('GET', path)],
    ['415', 'media-type-unsupported', () => api.call('POST', path, new URLSearchParams().toString(), plain)],
    ['422', 'reset-link-invalid', () => api.call('POST', path, {})],
  ];
  const plain = { headers: { 'content-type': 'text/plain' } };
  test.each(cases)('%s %s', async (status, code, make) => {
    const answer = await make();
    expect(String(answer.status)).toBe(status);
    expectProblem(answer, code);
    expect(answer.body).toMatchObject({ success: false });
  });
  test('errors of other calls have no field success', async () => {
    for (const other of ['/api/customers', '/api/auth', '/api/auth/reset-passwords', `${path}/`])
      expect((await api.call('DELETE', other)).body).not.toHaveProperty('success');
  });
});

test('HEAD answers like GET without the body', async () => {
  const answer = await api.call('HEAD', '/api/health');
  expect(answer).toMatchObject({ status: 200, body: null });
});

test('a caller cannot choose the request id', async () => {
  const headers = { 'x-request-id': 'mine' };
  expect((await api.call('GET', '/api/health', undefined, { headers })).headers.get('x-request-id')).not.toBe(
    'mine',
  );
});

test('the health check reports that the database answers', async () => {
  const { body } = await api.call('GET', '/api/health');
  expect(body).toEqual({ status: 'ok', database: 'ok' });
});

test('the health check fails for an older schema, and passes for a newer one', async () => {
  const move = (ms: number) =>
    api.rows(
      `update drizzle.__drizzle_migrations set created_at = created_at + $1
       where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`,
      [ms],
    );
  await move(1);
  expect((await api.call('GET', '/api/health')).status).toBe(200);
  await move(-2);
  const answer = await api.call('GET', '/api/health');
  await move(1);
  expect(answer).toMatchObject({ status: 503, body: { code: 'service-unavailable' } });
  expect(api.log.at(-1)).toMatchObject({
    level: 'error',
    cause: 'Error: Migrations are missing. Run: npm run db:migrate',
  });
  expect((await api.call('GET', '/api/health')).status).toBe(200);
});

test('another spelling of a path reaches no call, because Netlify’s rate rules match the path as written', async () => {
  for (const path of [
    '/api/%63ustomers',
    '/api/customers/',
    '/api/purchase/%74rack',
    '/api/purchase/track/',
    '/api/affiliates/%76alidate/ada0001',
    '/api/affiliates/validate/ada0001/',
  ])
    expect((await api.call('POST', path, { email: 'a@mail.example' })).status).toBe(404);
  expect((await api.call('GET', '/api/affiliates/validate/%61da0001')).body).toEqual({ valid: true });
});
