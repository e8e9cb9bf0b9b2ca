import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../ports.ts';

const durableSettings = ['fsync=on'];
/**
 * Settings for tests: several times faster, and rows may be lost in a crash. Autovacuum would visit each of hundreds of databases
 * every minute. With a small buffer, a process starts with fewer pages, and copying a database writes fewer.
 */
const fastSettings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_wal_size=4GB',
  'checkpoint_timeout=1h',
  'autovacuum=off',
  'shared_buffers=32MB',
];

/** Creates a cluster in a temporary folder, and starts it on a free loopback port. `close` stops and deletes it. */
export async function runCluster(
  bin: string,
  { isDurable }: { readonly isDurable: boolean },
): Promise<{ port: number; close(): Promise<void> }> {
  const account = serverAccount();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kithbook-postgres-'));
  const remove = () => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    if (account.uid !== undefined && account.gid !== undefined)
      fs.chownSync(folder, account.uid, account.gid);
    const data = path.join(folder, 'data');
    await initializeCluster(bin, data, account);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const port = await freePort();
      const server = await startServer(bin, data, port, account, isDurable ? durableSettings : fastSettings);
      if (server) return { port, close: () => shutDown(server).finally(remove) };
    }
    throw new Error('PostgreSQL found no free port.');
  } catch (error) {
    remove();
    throw error;
  }
}

interface SystemAccount {
  uid?: number;
  gid?: number;
}

/**
 * Returns the account for the server: `postgres` or `nobody` if this process is root, because PostgreSQL refuses to run as root.
 * Otherwise returns no account, and the server runs as this process's account.
 */
function serverAccount(): SystemAccount {
  if (process.getuid?.() !== 0) return {};
  const lines = fs.readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is no account postgres or nobody to run it as.',
  );
}

async function initializeCluster(bin: string, data: string, account: SystemAccount): Promise<void> {
  const locale = process.platform === 'linux' ? 'C.UTF-8' : 'C';
  const args = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', `--locale=${locale}`];
  const options = { ...account, cwd: path.dirname(data) };
  await promisify(execFile)(path.join(bin, 'initdb'), [...args, '--lc-messages=C', '--no-sync'], options);
}

const READY = 'database system is ready to accept connections';

const START_WITHIN_MS = 60_000;

/** Starts the server. Returns null if its port is in use. */
async function startServer(
  bin: string,
  data: string,
  port: number,
  account: SystemAccount,
  durability: readonly string[],
): Promise<ChildProcess | null> {
  const settings = [
    'max_connections=200',
    'unix_socket_directories=',
    'logging_collector=off',
    ...durability,
  ];
  const server = spawn(
    path.join(bin, 'postgres'),
    ['-D', data, '-h', '127.0.0.1', '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { ...account, cwd: path.dirname(data), stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let log = '';
  const ready = new Promise<'ready'>((resolve) => {
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-4000);
      if (log.includes(READY)) resolve('ready');
    });
  });
  const timeout = AbortSignal.timeout(START_WITHIN_MS);
  const outcome = await Promise.race([
    ready,
    once(server, 'close').then(() => 'ended' as const),
    once(timeout, 'abort').then(() => 'late' as const),
  ]);
  if (outcome === 'ready') return server;
  server.kill('SIGKILL');
  if (/could not bind|Address already in use/.test(log)) return null;
  throw new Error(`PostgreSQL did not start. ${log}`);
}

const STOP_WITHIN_MS = 5_000;

async function shutDown(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, 'exit');
  // SIGINT is the fast shutdown, SIGQUIT the immediate one.
  server.kill('SIGINT');
  const timeout = setTimeout(() => server.kill('SIGQUIT'), STOP_WITHIN_MS);
  await exited;
  clearTimeout(timeout);
}
