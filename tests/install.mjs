/**
 * Installs the locked packages. Plain JavaScript without packages, since it runs before there are any, on Node 20 or
 * newer and npm 9 or newer.
 */
import { spawn } from 'node:child_process';
import {
  accessSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** The package with a Node binary for this machine. Only Linux has such packages. */
const nodePackage = `node-linux-${process.arch}`;

/** The folder of the bundled Node. npm 9 and 10 make no link to it in node_modules/.bin. */
export const bundledNodeFolder = path.join(root, 'node_modules', nodePackage, 'bin');

const NEEDED_MB = 2_000;

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Why the packages cannot be installed, in one line. */
export class InstallFailed extends Error {}

/** @param {string} file */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return {};
  }
}

/**
 * Whether a value fits one of package.json's lists of systems, processors or C libraries.
 * @param {string | string[] | undefined} list
 * @param {string} value
 */
function fits(list, value) {
  const names = [list ?? []].flat();
  if (names.includes(`!${value}`)) return false;
  return names.every((name) => name.startsWith('!')) || names.includes(value);
}

/**
 * Returns the names of locked packages that this machine needs and that node_modules lacks or has in another version.
 * This finds a missing, interrupted or stale installation, native packages that npm left out on an old Node, and an
 * installation for another platform. Optional packages for no particular platform are ignored: they are dependencies
 * of optional packages that may not fit this machine.
 *
 * @returns {string[]}
 */
export function missingPackages(folder = root) {
  const locked = readPackages(path.join(folder, 'package-lock.json'));
  // npm writes this list of installed packages at the end of an installation.
  const installed = readPackages(path.join(folder, 'node_modules/.package-lock.json'));
  const glibc = process.report?.getReport().header.glibcVersionRuntime;
  return Object.entries(locked)
    .filter(
      ([name, { optional, os, cpu, libc }]) =>
        name !== '' &&
        (!optional || os || cpu) &&
        fits(os, process.platform) &&
        fits(cpu, process.arch) &&
        (process.platform !== 'linux' || fits(libc, glibc ? 'glibc' : 'musl')),
    )
    .filter(([name, { version }]) => installed[name]?.version !== version)
    .map(([name]) => name.replace(/^.*node_modules\//, ''));
}

/** Arguments that keep npm's cache inside the project where the home folder cannot be written. */
function cacheArguments() {
  const cache = process.env.npm_config_cache;
  if (!cache) return [];
  try {
    mkdirSync(cache, { recursive: true });
    accessSync(cache, constants.W_OK);
    return [];
  } catch {
    return ['--cache', path.join(root, '.local/npm-cache')];
  }
}

/**
 * Runs `npm ci` in a folder, by the npm that was called, on the given Node.
 * @param {string} folder
 * @param {string} node
 */
async function runNpm(folder, node) {
  const own = process.env.npm_execpath?.endsWith('npm-cli.js') ? process.env.npm_execpath : undefined;
  const args = [
    'ci',
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    ...cacheArguments(),
  ];
  const child = spawn(own ? node : 'npm', own ? [own, ...args] : args, {
    cwd: folder,
    stdio: 'inherit',
    shell: !own && process.platform === 'win32',
    env: {
      ...process.env,
      PATH: [path.dirname(node), process.env.PATH].join(path.delimiter),
      // npm tells its scripts where the project is; in another folder it would follow.
      npm_config_local_prefix: folder,
    },
  });
  const stop = () => child.kill();
  for (const signal of signals) process.once(signal, stop);
  const code = await new Promise((resolve) => child.on('close', resolve).on('error', () => resolve(1)));
  for (const signal of signals) process.off(signal, stop);
  if (code !== 0) throw new InstallFailed('The packages could not be installed; see above.');
}

/**
 * Installs the bundled Node into a folder, by its locked version and checksum. Returns the path of the binary.
 * @param {string} folder
 */
async function installNode(folder) {
  const key = `node_modules/${nodePackage}`;
  const { [key]: locked } = readPackages(path.join(root, 'package-lock.json'));
  if (!locked) return null;
  const dependencies = { [nodePackage]: locked.version };
  const { optional: _, ...entry } = locked;
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ dependencies }));
  writeFileSync(
    path.join(folder, 'package-lock.json'),
    JSON.stringify({ lockfileVersion: 3, packages: { '': { dependencies }, [key]: entry } }),
  );
  await runNpm(folder, process.execPath);
  return path.join(folder, key, 'bin/node');
}

function assertRoom() {
  const { bavail, bsize } = statfsSync(root);
  const free = Math.floor((bavail * bsize) / 1e6);
  if (free >= NEEDED_MB) return;
  throw new InstallFailed(
    `Only ${free} MB are free on the disk of ${root}; the packages need ${NEEDED_MB} MB. Free some space and try again.`,
  );
}

/**
 * Installs the locked packages and reports every ten seconds that it is still working. It runs npm on this Node if that
 * is new enough, else on the bundled Node, because npm leaves out native packages on an old Node.
 * @param {boolean} isNewEnough
 */
export async function install(isNewEnough) {
  assertRoom();
  const start = Date.now();
  console.log('Installing the locked packages (a minute or two) …');
  const progress = setInterval(() => console.log(`  … ${Math.round((Date.now() - start) / 1000)} s`), 10_000);
  mkdirSync(path.join(root, '.local'), { recursive: true });
  const folder = mkdtempSync(path.join(root, '.local/node-'));
  try {
    const node = isNewEnough ? process.execPath : await installNode(folder);
    await runNpm(root, node ?? process.execPath);
  } finally {
    clearInterval(progress);
    rmSync(folder, { recursive: true, force: true });
  }
  const missing = missingPackages();
  if (missing.length > 0) console.warn(`npm left out packages that may be needed: ${missing.join(', ')}`);
}
