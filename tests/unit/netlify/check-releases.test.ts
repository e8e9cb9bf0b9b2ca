import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sampleFigures } from '../../../netlify/check-releases.ts';

test('figures of sample files are found, those of installers are not', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'releases-'));
  writeFileSync(path.join(folder, '1.0.0.md'), 'files:\n  - system: Mac\n    bytes: 81\n');
  writeFileSync(path.join(folder, '1.1.0.md'), 'files:\n  - system: Mac\n    bytes: 48211034\n');
  expect(sampleFigures(folder)).toEqual(['1.0.0.md: 81 bytes']);
});
