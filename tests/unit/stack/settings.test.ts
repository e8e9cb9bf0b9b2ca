import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  exampleSettings,
  localSettings,
  productionAppEnv,
  productionSettings,
} from '../../../stack/settings.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('changing a setting updates the settings derived from it', () => {
  test.each([
    ['PORT', { PORT: '9000' }, { SITE_URL: 'http://localhost:9000' }],
    [
      'PORT, which wins over the port of SITE_URL',
      { PORT: '9000', SITE_URL: 'http://localhost:9777' },
      { SITE_URL: 'http://localhost:9000' },
    ],
    [
      'PAYPAL_API_URL',
      { PAYPAL_API_URL: 'http://127.0.0.1:4444' },
      { PUBLIC_PAYPAL_SDK_URL: 'http://127.0.0.1:4444/sdk/js' },
    ],
    [
      'FIREBASE_AUTH_EMULATOR_HOST',
      { FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9199' },
      { PUBLIC_FIREBASE_EMULATOR_URL: 'http://127.0.0.1:9199' },
    ],
  ])('%s', (_name, changes, derived) => {
    expect(exampleSettings(changes)).toMatchObject(derived);
  });
});

test('localSettings reads the environment, and exampleSettings ignores it', () => {
  vi.stubEnv('PORT', '9000');
  vi.stubEnv('SITE_URL', 'http://localhost:8888');
  expect(localSettings().SITE_URL).toBe('http://localhost:9000');
  expect(exampleSettings().SITE_URL).toBe('http://localhost:8888');
});

test.each([
  ['UTF-8 with a byte order mark', Buffer.from('\ufeffDATABASE_URL=one\nAPP_ENV=local\n')],
  ['UTF-16 as PowerShell writes it', Buffer.from('\ufeffDATABASE_URL=one\r\nAPP_ENV=local\r\n', 'utf16le')],
])('a settings file in %s is read', (_case, bytes) => {
  const file = path.join(temporaryFolder(), 'settings');
  writeFileSync(file, bytes);
  expect(productionSettings(file)).toMatchObject({ DATABASE_URL: 'one' });
  expect(productionAppEnv(file)).toBe('local');
});
