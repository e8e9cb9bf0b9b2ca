import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { limits } from '../../../../src/shared/limits.ts';
import { callHeaders } from '../../../../src/shared/security-headers.ts';
import { signIn } from '../../accounts.ts';
import { type Answer, type Api, emulatedIdentity, settings, startApi } from '../../harness.ts';
import { newEmail } from '../../factories.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

function expectSecurityHeaders(headers: Headers): void {
  expect(headers.get('access-control-allow-origin')).toBeNull();
  for (const [name, value] of Object.entries(callHeaders)) expect(headers.get(name), name).toBe(value);
}

/** Sends wrong service credentials once more than the limit allows, and returns the last answer. */
async function lockMachineOut(): Promise<Answer> {
  const authorization = `Basic ${btoa(`${settings.service?.name ?? ''}:wrong`)}`;
  const tryOnce = () =>
    api.call('GET', '/api/user-profiles', undefined, { address: '192.0.2.44', headers: { authorization } });
  for (let tries = 0; tries < limits.perTarget.serviceTries.hits; tries += 1) await tryOnce();
  return tryOnce();
}

function form(fields: Record<string, string>) {
  return () =>
    api.call('POST', '/api/customers', new URLSearchParams(fields).toString(), {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
}

test('the headers forbid sniffing, framing, caching, embedding and scripts', () => {
  expect(callHeaders).toEqual({
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy':
      'camera=(), display-capture=(), geolocation=(), hid=(), microphone=(), midi=(), serial=(), usb=(), payment=()',
    'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
    'Cache-Control': 'no-store',
    'Content-Security-Policy':
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
  });
});

describe('every answer of the API has the security headers', () => {
  const asAdmin = async (path: string) => api.call('GET', path, undefined, { token: await signIn('admin') });
  const cases: [status: number, what: string, call: () => Promise<Answer>][] = [
    [200, 'GET', () => api.call('GET', '/api/health')],
    [200, 'a list of personal data', () => asAdmin('/api/customers')],
    [201, 'a record', () => api.call('POST', '/api/customers', { email: newEmail() })],
    [401, 'a caller who is not signed in', () => api.call('GET', '/api/customers')],
    [404, 'an unknown path', () => api.call('GET', '/api/nothing')],
    [422, 'wrong fields', () => api.call('POST', '/api/customers', {})],
    [429, 'too many tries', lockMachineOut],
  ];
  test.each(cases)('%d: %s', async (status, _, call) => {
    const answer = await call();
    expect(answer.status).toBe(status);
    expectSecurityHeaders(answer.headers);
    const { requestId } = z
      .object({ requestId: z.optional(z.string()) })
      .catch({})
      .parse(answer.body);
    if (status >= 400 && answer.body !== null) expect(requestId).toBe(answer.headers.get('x-request-id'));
  });

  test('500: an internal error', async () => {
    const broken = await startApi({
      identity: { ...emulatedIdentity(), verifyToken: () => Promise.reject(new Error('broken')) },
    });
    const answer = await broken.call('GET', '/api/customers', undefined, { token: await signIn('admin') });
    expect(answer.status).toBe(500);
    expect(JSON.stringify(answer.body)).not.toContain('broken');
    expectSecurityHeaders(answer.headers);
    await broken.close();
  });
});

describe('a server whose settings are incomplete', () => {
  async function answerTo(path: string): Promise<Response> {
    vi.stubEnv('DATABASE_URL', '');
    vi.stubEnv('NETLIFY_DATABASE_URL', '');
    const { handle } = await import('../../../../src/server/handler.ts');
    return handle(new Request(`http://site.example${path}`)).finally(() => vi.unstubAllEnvs());
  }

  test('answers 503 with the security headers', async () => {
    const answer = await answerTo('/api/health');
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('60');
    expectSecurityHeaders(answer.headers);
  });

  test('answers in the error shape of the path', async () => {
    const error = 'The service is unavailable at the moment. Please try again soon.';
    for (const path of ['/api/user-profiles', '/user-profiles/user/seed-ada'])
      expect(await (await answerTo(path)).json()).toMatchObject({ error, message: error });
    expect(await (await answerTo('/api/auth/reset-password')).json()).toMatchObject({
      error,
      success: false,
    });
    expect(await (await answerTo('/api/customers')).json()).not.toHaveProperty('message');
  });
});

describe('the newsletter page without JavaScript', () => {
  test.each([
    [201, form({ email: newEmail() })],
    [422, form({ email: 'nobody' })],
  ])(
    'with status %d allows the site’s stylesheet and its form, sends no referrer, and nothing else',
    async (status, call) => {
      const { status: actualStatus, headers, body } = await call();
      expect(actualStatus).toBe(status);
      const { 'Content-Security-Policy': _, ...otherHeaders } = {
        ...callHeaders,
        'Referrer-Policy': 'no-referrer',
      };
      for (const [name, value] of Object.entries(otherHeaders)) expect(headers.get(name)).toBe(value);
      expect(headers.get('content-security-policy')).toBe(
        `default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
      );
      expect(String(body)).not.toMatch(/<(script|style)/);
    },
  );
});
