import { expect, it } from 'vitest';
import { saidByServer, wordsOf } from '../../../../src/islands/records/said-by-server.ts';

it.each([
  [{ ok: false, status: 409, error: 'Taken.', statusText: 'Conflict' }, '409 Taken.'],
  [{ ok: false, status: 502, statusText: 'Bad Gateway' }, '502 Bad Gateway'],
  [{ ok: false, status: 502, statusText: '' }, '502 Something went wrong on our side.'],
  [{ ok: true, status: 200, statusText: 'OK' }, '200 Something went wrong on our side.'],
])('%o is said as “%s”', (answer, text) => {
  expect(saidByServer(answer).startsWith(text)).toBe(true);
});

it('an answer that never came has no status, and words without a status are for people', () => {
  expect(saidByServer({ ok: false, status: 0 })).toMatch(/^The server cannot be reached/);
  expect(wordsOf({ ok: false, status: 502, statusText: 'Bad Gateway' })).toMatch(/^Something went wrong/);
});
