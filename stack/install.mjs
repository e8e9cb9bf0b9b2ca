/**
 * Installs the locked packages. Plain JavaScript without packages, because it runs before the packages are installed, on
 * Node 20.9 or newer and npm 9 or newer.
 */
import { spawn, spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
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

/** The bundled Node. npm 9 and 10 make no link to it in node_modules/.bin. */
export const bundledNode = path.join(root, 'node_modules', nodePackage, 'bin/node');

/** Disk space that an installation takes, in megabytes. */
const NEEDED_MB = 2_000;

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Readable reasons for the codes of file system errors.
 * @type {Readonly<Record<string, string>>}
 */
export const fileErrorReasons = {
  EACCES: 'this account may not write there',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'a file of that name is in the way',
  ENOENT: 'the folder cannot be created',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is a file',
  EPERM: 'this account may not write there',
  EROFS: 'that disk is read-only',
};

/** Installation error whose message is one line for the user. */
export class InstallError extends Error {}

/**
 * True if a Node version runs the project's TypeScript files: 22.18 or newer, but not 23.
 * @param {string} version such as v22.18.0
 */
export function runsTypeScript(version) {
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number);
  return major >= 24 || (major === 22 && minor >= 18);
}

/**
 * True if a Node binary starts on this machine. The bundled Node needs glibc, which Alpine does not have.
 * @param {string} node
 */
export function starts(node) {
  return spawnSync(node, ['--version']).status === 0;
}

export function oldNodeMessage() {
  return `This machine needs Node 22.18 or newer; this is ${process.version}.`;
}

/** @param {string} file */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return {};
  }
}

/**
 * True if a value fits one of package.json's lists of systems, processors or C libraries.
 * @param {string | string[] | undefined} list
 * @param {string} value
 */
function matchesPlatform(list, value) {
  const names = [list ?? []].flat();
  if (names.includes(`!${value}`)) return false;
  return names.every((name) => name.startsWith('!')) || names.includes(value);
}

/**
 * Returns the names of locked packages that this machine needs and that node_modules lacks or has in another version.
 * This finds a missing, interrupted or stale installation, native packages that npm left out on an old Node, and an
 * installation for another platform. Skips optional packages without os or cpu: they may belong to an optional package
 * for another platform.
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
        matchesPlatform(os, process.platform) &&
        matchesPlatform(cpu, process.arch) &&
        (process.platform !== 'linux' || matchesPlatform(libc, glibc ? 'glibc' : 'musl')),
    )
    .filter(([name, { version }]) => installed[name]?.version !== version)
    .map(([name]) => name.replace(/^.*node_modules\//, ''));
}

/** npm arguments that move npm's cache to .local if the configured folder, usually at home, is not writable. */
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
 * Runs `npm ci` in a folder on the given Node, with the npm that started this process, or else the npm in PATH.
 * @param {string} folder
 * @param {string} node
 * @param {readonly string[]} moreArguments
 */
async function runNpm(folder, node, moreArguments = []) {
  const npmScript = process.env.npm_execpath?.endsWith('npm-cli.js') ? process.env.npm_execpath : undefined;
  const args = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  args.push('--loglevel=error', ...cacheArguments(), ...moreArguments);
  const child = spawn(npmScript ? node : 'npm', npmScript ? [npmScript, ...args] : args, {
    cwd: folder,
    stdio: 'inherit',
    shell: !npmScript && process.platform === 'win32',
    env: { ...process.env, PATH: [path.dirname(node), process.env.PATH].join(path.delimiter) },
  });
  const stop = () => child.kill();
  for (const signal of signals) process.once(signal, stop);
  const result = await new Promise((resolve) => child.on('close', resolve).on('error', resolve));
  for (const signal of signals) process.off(signal, stop);
  if (result instanceof Error) throw new InstallError(`npm could not be started: ${result.message}`);
  // The cause is npm's exit code, or null if a signal has stopped npm.
  if (result !== 0)
    throw new InstallError('The packages could not be installed; see above.', { cause: result });
}

/**
 * Installs the bundled Node into a folder, by its locked version and checksum. Returns the path of the binary.
 * @param {string} folder
 */
async function installNode(folder) {
  const key = `node_modules/${nodePackage}`;
  const { [key]: locked } = readPackages(path.join(root, 'package-lock.json'));
  if (!locked) throw new InstallError(oldNodeMessage());
  const dependencies = { [nodePackage]: locked.version };
  const { optional: _, ...entry } = locked;
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ dependencies }));
  writeFileSync(
    path.join(folder, 'package-lock.json'),
    JSON.stringify({ lockfileVersion: 3, packages: { '': { dependencies }, [key]: entry } }),
  );
  await runNpm(folder, process.execPath);
  const node = path.join(folder, key, 'bin/node');
  if (!starts(node)) throw new InstallError(oldNodeMessage());
  return node;
}

function assertFreeSpace() {
  // npm deletes an existing installation first, so its space counts as free.
  if (existsSync(path.join(root, 'node_modules'))) return;
  const { bavail, bsize } = statfsSync(root);
  const free = Math.floor((bavail * bsize) / 1e6);
  if (free < NEEDED_MB)
    throw new InstallError(
      `Only ${free} MB are free on the disk of ${root}; the packages need ${NEEDED_MB} MB. Free some space and try again.`,
    );
}

/**
 * Installs the locked packages and reports every ten seconds that it is still working. It runs npm on this Node if that
 * is new enough, else on the bundled Node, because npm leaves out native packages on an old Node.
 */
export async function install() {
  assertFreeSpace();
  const start = Date.now();
  console.log('Installing the locked packages (a minute or two) …');
  const progress = setInterval(() => console.log(`  … ${Math.round((Date.now() - start) / 1000)} s`), 10_000);
  mkdirSync(path.join(root, '.local'), { recursive: true });
  const folder = mkdtempSync(path.join(root, '.local/node-'));
  try {
    const node = runsTypeScript(process.version) ? process.execPath : await installNode(folder);
    // npm would ask the registry about each of the thousand packages, also about those in its cache. A cache that lacks a version
    // makes this fail.
    await runNpm(root, node, ['--prefer-offline']).catch((error) => {
      if (typeof error.cause !== 'number') throw error;
      console.log('Trying again with new data from the registry …');
      return runNpm(root, node);
    });
  } finally {
    clearInterval(progress);
    rmSync(folder, { recursive: true, force: true });
  }
  const missing = missingPackages();
  if (missing.length > 0) console.warn(`npm left out packages that may be needed: ${missing.join(', ')}`);
}
