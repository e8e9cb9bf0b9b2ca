import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../stack/paths.ts';
import { findSecrets } from '../secrets/find-secrets.ts';
import { temporaryFolder } from '../temporary-folder.ts';

test('no commit of the history contains a secret', async () => {
  const folder = temporaryFolder();
  // Writes one file per commit, with its message and changes.
  const safe = ['-c', `safe.directory=${root}`];
  execFileSync('git', [...safe, 'format-patch', '--quiet', '--root', '--output-directory', folder, 'HEAD'], {
    cwd: root,
  });
  const patches = readdirSync(folder).map((name) => path.join(folder, name));
  expect(patches.length).toBeGreaterThan(100);
  expect(await findSecrets(patches, folder)).toBe('');
});
