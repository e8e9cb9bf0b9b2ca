import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { missingPackages } from '../../../stack/install.mjs';
import { temporaryFolder } from '../../temporary-folder.ts';

const { platform, arch } = process;
const otherPlatform = platform === 'linux' ? 'darwin' : 'linux';

const locked = {
  '': {},
  'node_modules/astro': { version: '7.3.4' },
  'node_modules/astro/node_modules/cookie': { version: '2.0.0' },
  'node_modules/native-here': { version: '1.0.0', optional: true, os: [platform], cpu: [arch] },
  'node_modules/native-elsewhere': { version: '1.0.0', optional: true, os: [otherPlatform], cpu: [arch] },
  'node_modules/not-here': { version: '1.0.0', optional: true, os: [`!${platform}`] },
  'node_modules/part-of-native-elsewhere': { version: '1.0.0', optional: true },
};

function projectWith(installed: object | null): string {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ packages: locked }));
  mkdirSync(path.join(folder, 'node_modules'));
  if (installed)
    writeFileSync(
      path.join(folder, 'node_modules/.package-lock.json'),
      JSON.stringify({ packages: installed }),
    );
  return folder;
}

const complete = {
  'node_modules/astro': { version: '7.3.4' },
  'node_modules/astro/node_modules/cookie': { version: '2.0.0' },
  'node_modules/native-here': { version: '1.0.0' },
};

test('an installation with all that this platform needs is complete', () => {
  expect(missingPackages(projectWith(complete))).toEqual([]);
});

test('a native package that npm left out on an old Node is missing', () => {
  const { 'node_modules/native-here': _, ...withoutNative } = complete;
  expect(missingPackages(projectWith(withoutNative))).toEqual(['native-here']);
});

test('every package is missing after an interrupted installation', () => {
  expect(missingPackages(projectWith(null))).toEqual(['astro', 'cookie', 'native-here']);
});
