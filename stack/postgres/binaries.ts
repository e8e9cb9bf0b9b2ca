import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { aptInstall, canAptInstall } from '../apt-install.ts';

const HELP =
  'PostgreSQL is needed and was not found. Install it (Debian and Ubuntu: apt-get install postgresql; ' +
  'macOS: brew install postgresql; Windows: the installer of postgresql.org), or set PG_BIN to the folder ' +
  'that holds initdb and postgres.';

/** The folder with these programs of PostgreSQL, a server's by default; as root on Debian they are installed where missing. */
export async function findPostgres(programs: readonly string[] = ['initdb', 'postgres']): Promise<string> {
  const chosen = process.env.PG_BIN;
  if (chosen) {
    if (has(chosen, programs)) return chosen;
    throw new Error(`PG_BIN is ${chosen}, but ${programs.join(' and ')} are not in it.`);
  }
  const found = usualPlaces().find((folder) => has(folder, programs));
  if (found) return found;
  if (!canAptInstall()) throw new Error(HELP);
  withoutDefaultCluster();
  await aptInstall('postgresql');
  const installed = usualPlaces().find((folder) => has(folder, programs));
  if (!installed) throw new Error(HELP);
  return installed;
}

const suffix = process.platform === 'win32' ? '.exe' : '';
function has(folder: string, programs: readonly string[]): boolean {
  return programs.every((name) => fs.existsSync(path.join(folder, name + suffix)));
}

function usualPlaces(): string[] {
  return [
    ...fromPgConfig(),
    ...versions('/usr/lib/postgresql', /^\d/, 'bin'),
    ...versions('/opt/homebrew/opt', /^postgresql/, 'bin'),
    ...versions('/usr/local/opt', /^postgresql/, 'bin'),
    ...versions('/Applications/Postgres.app/Contents/Versions', /^\d/, 'bin'),
    ...versions('/usr', /^pgsql/, 'bin'),
    '/usr/local/bin',
    '/usr/bin',
  ];
}

function fromPgConfig(): string[] {
  try {
    return [execFileSync('pg_config', ['--bindir'], { encoding: 'utf8', stdio: 'pipe' }).trim()];
  } catch {
    return [];
  }
}

/** Folders `<parent>/<version>/<rest>` of a parent that may be missing, the newest version first. */
function versions(parent: string, pattern: RegExp, rest: string): string[] {
  const names = fs.existsSync(parent) ? fs.readdirSync(parent).filter((name) => pattern.test(name)) : [];
  const number = (name: string) => Number(/[\d.]+/.exec(name)?.[0] ?? 0);
  return names.sort((a, b) => number(b) - number(a)).map((name) => path.join(parent, name, rest));
}

const CLUSTER_CONF = '/etc/postgresql-common/createcluster.conf';

/** Debian's package would start a server of its own; the tests need the programs alone. */
function withoutDefaultCluster(): void {
  if (fs.existsSync(CLUSTER_CONF)) return;
  fs.mkdirSync(path.dirname(CLUSTER_CONF), { recursive: true });
  fs.writeFileSync(CLUSTER_CONF, 'create_main_cluster = false\n');
}
