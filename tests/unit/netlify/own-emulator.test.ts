import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { withOwnEmulator } from '../../../netlify/commands/firebase-project.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

/** Returns the settings of a clone whose data a process holds. */
function settingsOf(holder: object | null) {
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', undefined);
  const data = path.join(temporaryFolder(), 'data');
  mkdirSync(data, { recursive: true });
  if (holder) writeFileSync(path.join(data, 'holder.json'), JSON.stringify(holder));
  return { LOCAL_DATA: data, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' };
}

afterEach(() => {
  vi.unstubAllEnvs();
});

const running = { pid: process.pid, url: 'http://localhost:8889' };

test('a command changes the emulator that runs on the data of its own clone', async () => {
  const settings = settingsOf({ ...running, emulatorHost: '127.0.0.1:9100' });
  expect(await withOwnEmulator(settings)).toMatchObject({ FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9100' });
});

test.each([
  ['nothing has run on the data', null],
  ['the process on the data is dead', { pid: 2 ** 30, url: null, emulatorHost: '127.0.0.1:9100' }],
  ['the stack runs without an emulator', { ...running, emulatorHost: null }],
])('a command refuses another clone’s emulator if %s', async (_case, holder) => {
  expect(await withOwnEmulator(settingsOf(holder))).toMatchObject({ code: 3 });
});
