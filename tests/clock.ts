/**
 * `npm run test:clock [-- PART …]`: runs the unit and API tests, or other parts, a year ahead in another time zone. Needs
 * `faketime` from libfaketime.
 */
import { spawnSync } from 'node:child_process';
import { inProject, root } from '../stack/paths.ts';

const AHEAD = '+366d';
const ZONE = 'Pacific/Auckland';

const chosen = process.argv.slice(2);
const parts = chosen.length > 0 ? chosen : ['unit', 'api'];
console.log(`The clock is ${AHEAD} ahead, in ${ZONE}.`);
const { status, error } = spawnSync(
  'faketime',
  ['-f', AHEAD, process.execPath, inProject('tests/all.ts'), ...parts],
  {
    cwd: root,
    stdio: 'inherit',
    // Node's timers need the real monotonic clock.
    env: { ...process.env, TZ: ZONE, FAKETIME_DONT_FAKE_MONOTONIC: '1' },
  },
);
if (error && 'code' in error && error.code === 'ENOENT')
  console.error('faketime is not installed. On Debian: apt-get install faketime');
else if (error) throw error;
process.exitCode = status ?? 1;
