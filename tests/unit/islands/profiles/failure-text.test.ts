import { expect, test, vi } from 'vitest';
import { isMissing } from '../../../../src/client/api.ts';
import { failureText } from '../../../../src/islands/profiles/profile-record.ts';

vi.mock('../../../../src/client/config.ts', () => ({ config: { identity: {} } }));

const failed = { ok: false, statusText: '' } as const;

test.each([
  [404, 'The user profile service isn’t running: it answered with a web page.'],
  [502, 'The user profile service isn’t running: it answered with a web page.'],
  [429, 'Too many requests. Please wait a minute and try again.'],
])('a web page with status %i is explained by its cause', (status, text) => {
  expect(failureText({ ...failed, status, isHtml: true })).toBe(`${String(status)} ${text}`);
});

test('a record is missing if the API says so, and not if another server answers 404', () => {
  expect(isMissing({ ...failed, status: 404 })).toBe(true);
  expect(isMissing({ ...failed, status: 404, isHtml: true })).toBe(false);
  expect(isMissing({ ...failed, status: 403 })).toBe(false);
});
