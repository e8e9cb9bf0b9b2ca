import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../ports.ts';

const durable = ['fsync=on'];
/** Settings of a server whose rows nobody misses after a crash: tests write several times faster. */
const fast = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_wal_size=4GB',
  'checkpoint_timeout=1h',
];

/** Makes a cluster in a temporary folder and runs it on a free loopback port. `close` removes it all. */
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
    await initialise(bin, data, account);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const port = await freePort();
      const server = await run(bin, data, port, account, isDurable ? durable : fast);
      if (server) return { port, close: () => shutDown(server).finally(remove) };
    }
    throw new Error('PostgreSQL found no free port.');
  } catch (error) {
    remove();
    throw error;
  }
}

interface Account {
  uid?: number;
  gid?: number;
}

/** PostgreSQL refuses to run as root: root lends it the account `postgres`, or `nobody`. */
function serverAccount(): Account {
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

async function initialise(bin: string, data: string, account: Account): Promise<void> {
  const locale = process.platform === 'linux' ? 'C.UTF-8' : 'C';
  const args = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', `--locale=${locale}`];
  const options = { ...account, cwd: path.dirname(data) };
  await promisify(execFile)(path.join(bin, 'initdb'), [...args, '--lc-messages=C', '--no-sync'], options);
}

const READY = 'database system is ready to accept connections';

const START_WITHIN_MS = 60_000;

/** Runs the server; null when its port was taken meanwhile. */
async function run(
  bin: string,
  data: string,
  port: number,
  account: Account,
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
  let said = '';
  const ready = new Promise<'ready'>((resolve) => {
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4000);
      if (said.includes(READY)) resolve('ready');
    });
  });
  const patience = AbortSignal.timeout(START_WITHIN_MS);
  const first = await Promise.race([
    ready,
    once(server, 'close').then(() => 'ended' as const),
    once(patience, 'abort').then(() => 'late' as const),
  ]);
  if (first === 'ready') return server;
  server.kill('SIGKILL');
  if (/could not bind|Address already in use/.test(said)) return null;
  throw new Error(`PostgreSQL did not start. ${said}`);
}

const STOP_WITHIN_MS = 5_000;

async function shutDown(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const gone = once(server, 'exit');
  // SIGINT is the fast shutdown, SIGQUIT the immediate one.
  server.kill('SIGINT');
  const patience = setTimeout(() => server.kill('SIGQUIT'), STOP_WITHIN_MS);
  await gone;
  clearTimeout(patience);
}
