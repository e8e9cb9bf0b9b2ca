import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';

/** Installs Debian packages as root, saying so on stderr. Waits for another installation under way. */
export async function aptInstall(...packages: string[]): Promise<void> {
  process.stderr.write(`Installing ${packages.join(', ')} with apt-get; this takes a minute …\n`);
  // One unreachable source fails the update; what is known already may still be enough.
  await run(['update']).catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
  await run(['install', '-y', '--no-install-recommends', ...packages]);
  process.stderr.write(`Installed ${packages.join(', ')}.\n`);
}

/** Waits for another installation, and keeps configuration files that are there already. */
const quietly = ['-q', '-o', 'DPkg::Lock::Timeout=120', '-o', 'Dpkg::Options::=--force-confold'];

async function run(args: string[]): Promise<void> {
  const child = spawn('apt-get', [...quietly, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', UCF_FORCE_CONFFOLD: '1' },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-2000);
    });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`apt-get ${args.join(' ')} failed: ${said.trim()}`);
}

/** Whether this process may install Debian packages: Linux, root, apt-get present. */
export function canAptInstall(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}
