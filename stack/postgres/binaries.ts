import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { aptInstall, canAptInstall } from '../apt-install.ts';

const HELP =
  'PostgreSQL is needed and was not found. Install it (Debian and Ubuntu: apt-get install postgresql; ' +
  'macOS: brew install postgresql; Windows: the installer of postgresql.org), or set PG_BIN to the folder ' +
  'that holds initdb and postgres.';

/** Returns the folder with these programs of PostgreSQL. As root on Debian it installs missing programs. */
export async function findPostgres(programs: readonly string[] = ['initdb', 'postgres']): Promise<string> {
  const configured = process.env.PG_BIN;
  if (configured) {
    if (hasPrograms(configured, programs)) return configured;
    throw new Error(`PG_BIN is ${configured}, but ${programs.join(' and ')} are not in it.`);
  }
  const folder = usualFolders().find((name) => hasPrograms(name, programs));
  if (folder) return folder;
  if (!canAptInstall()) throw new Error(HELP);
  disableDefaultCluster();
  await aptInstall('postgresql');
  const installed = usualFolders().find((name) => hasPrograms(name, programs));
  if (!installed) throw new Error(HELP);
  return installed;
}

const suffix = process.platform === 'win32' ? '.exe' : '';
function hasPrograms(folder: string, programs: readonly string[]): boolean {
  return programs.every((name) => fs.existsSync(path.join(folder, name + suffix)));
}

function usualFolders(): string[] {
  return [
    ...pgConfigFolder(),
    ...versionFolders('/usr/lib/postgresql', /^\d/, 'bin'),
    ...versionFolders('/opt/homebrew/opt', /^postgresql/, 'bin'),
    ...versionFolders('/usr/local/opt', /^postgresql/, 'bin'),
    ...versionFolders('/Applications/Postgres.app/Contents/Versions', /^\d/, 'bin'),
    ...versionFolders('/usr', /^pgsql/, 'bin'),
    '/usr/local/bin',
    '/usr/bin',
  ];
}

function pgConfigFolder(): string[] {
  try {
    return [execFileSync('pg_config', ['--bindir'], { encoding: 'utf8', stdio: 'pipe' }).trim()];
  } catch {
    return [];
  }
}

/** Returns the folders `<parent>/<version>/<subfolder>`, the newest version first, or none if the parent is missing. */
function versionFolders(parent: string, pattern: RegExp, subfolder: string): string[] {
  const names = fs.existsSync(parent) ? fs.readdirSync(parent).filter((name) => pattern.test(name)) : [];
  const versionNumber = (name: string) => Number(/[\d.]+/.exec(name)?.[0] ?? 0);
  return names
    .sort((a, b) => versionNumber(b) - versionNumber(a))
    .map((name) => path.join(parent, name, subfolder));
}

const CLUSTER_CONF = '/etc/postgresql-common/createcluster.conf';

/** Keeps Debian's package from creating and starting a server. */
function disableDefaultCluster(): void {
  if (fs.existsSync(CLUSTER_CONF)) return;
  fs.mkdirSync(path.dirname(CLUSTER_CONF), { recursive: true });
  fs.writeFileSync(CLUSTER_CONF, 'create_main_cluster = false\n');
}
