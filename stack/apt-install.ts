import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';

/** Installs Debian packages as root, and reports it on stderr. Waits for another installation. */
export async function aptInstall(...packages: string[]): Promise<void> {
  process.stderr.write(`Installing ${packages.join(', ')} with apt-get; this takes a minute …\n`);
  // The update fails if a source is unreachable. The package lists of an earlier update may be enough.
  await runAptGet(['update']).catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
  await runAptGet(['install', '-y', '--no-install-recommends', ...packages]);
  process.stderr.write(`Installed ${packages.join(', ')}.\n`);
}

/** Waits for another installation, and keeps existing configuration files. */
const options = ['-q', '-o', 'DPkg::Lock::Timeout=120', '-o', 'Dpkg::Options::=--force-confold'];

async function runAptGet(args: string[]): Promise<void> {
  const child = spawn('apt-get', [...options, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', UCF_FORCE_CONFFOLD: '1' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-2000);
    });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`apt-get ${args.join(' ')} failed: ${output.trim()}`);
}

/** True if this process may install Debian packages: on Linux, as root, with apt-get. */
export function canAptInstall(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}
