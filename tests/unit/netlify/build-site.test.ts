import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { inProject } from '../../../stack/paths.ts';
import { exampleSettings } from '../../../stack/settings.ts';

test('a build without settings prints the missing settings and how to build locally, and no stack of a rejection', () => {
  const withoutSettings = Object.fromEntries(Object.keys(exampleSettings()).map((name) => [name, '']));
  const { status, stderr } = spawnSync(process.execPath, [inProject('netlify/build-site.ts')], {
    cwd: inProject(),
    encoding: 'utf8',
    env: { ...process.env, ...withoutSettings },
  });
  expect(status).toBe(1);
  expect(stderr).toContain('PUBLIC_PAYPAL_CLIENT_ID is missing');
  expect(stderr).toContain('npm run preview');
  expect(stderr).not.toMatch(/unhandled rejection/i);
});
