import { expect, it } from 'vitest';
import { errorMessage, errorWithStatus } from '../../../src/client/api.ts';
import { problemText } from '../../../src/shared/problems/screens.ts';

it.each([
  [{ ok: false, status: 409, error: 'Taken.', statusText: 'Conflict' }, '409 Taken.'],
  [{ ok: false, status: 502, statusText: 'Bad Gateway' }, '502 Bad Gateway'],
  [{ ok: false, status: 502, statusText: '' }, '502 The service is unavailable at the moment.'],
  [{ ok: false, status: 500, statusText: '' }, '500 Something went wrong on our side.'],
  [{ ok: true, data: null, status: 200, statusText: 'OK' }, '200 Something went wrong on our side.'],
] as const)('%o is said as “%s”', (answer, text) => {
  expect(errorWithStatus(answer).startsWith(text)).toBe(true);
});

it('an answer that never came has no status', () => {
  expect(errorWithStatus({ ok: false, status: 0 })).toMatch(/^The server cannot be reached/);
});

it.each([
  [0, 'connection-lost'],
  [200, 'internal-error'],
  [404, 'internal-error'],
  [429, 'too-many-requests'],
  [500, 'internal-error'],
  [502, 'service-unavailable'],
  [503, 'service-unavailable'],
  [504, 'service-unavailable'],
] as const)('an answer of %i without words of the server’s own is said as %s', (status, code) => {
  expect(errorMessage({ ok: false, status, statusText: 'Of the platform' })).toBe(problemText(code));
  expect(errorMessage({ ok: false, status, error: 'Its own.' })).toBe('Its own.');
});
