import { afterEach, expect, test, vi } from 'vitest';
import {
  clearServiceCredentials,
  serviceCredentialsFor,
  serviceName,
  setServiceCredentials,
} from '../../../src/client/accounts/auth-fetch.ts';

vi.mock('../../../src/client/config.ts', () => ({ config: { identity: {} } }));

afterEach(() => {
  clearServiceCredentials();
});

const credentials = { name: 'machine', secret: 'secret' };

test.each([
  '/api/user-profiles',
  '/api/user-profiles/admin/statistics',
  '/user-profiles',
  '/user-profiles/user/ada/upsert',
])('%s gets the service credentials until they are cleared', (path) => {
  setServiceCredentials(credentials);
  expect(serviceCredentialsFor(path)).toEqual(credentials);
  clearServiceCredentials();
  expect([serviceName(), serviceCredentialsFor(path)]).toEqual([null, undefined]);
});

test.each([
  '/api/customers',
  '/api/user-profiles-elsewhere',
  '/user-profile-admin',
  'https://elsewhere.example/api/user-profiles',
])('%s never gets the service credentials', (path) => {
  setServiceCredentials(credentials);
  expect(serviceCredentialsFor(path)).toBeUndefined();
});
