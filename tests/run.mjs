/**
 * Runs a script of the project, as the npm scripts do: `node tests/run.mjs SCRIPT …`. It starts on Node 20 or newer,
 * installs the locked packages when they are missing or stale, and runs the script on the bundled Node.
 */
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { bundledNodeFolder, install, InstallFailed, missingPackages, root } from './install.mjs';

/**
 * Whether this version runs the project's TypeScript files: 22.18 or newer.
 * @param {string} version such as v22.18.0
 */
function isNewEnough(version) {
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 18);
}

/** Why a file system call failed, by its code. */
const reasons = {
  EACCES: 'this account may not write there',
  EDQUOT: 'the disk quota is used up',
  ENOSPC: 'the disk is full',
  EPERM: 'this account may not write there',
  EROFS: 'that disk is read-only',
};

/** The Node to run the script on: the bundled one where it starts, which it does not on Linux without glibc. */
function findNode() {
  const bundled = path.join(bundledNodeFolder, 'node');
  return spawnSync(bundled, ['--version']).status === 0 ? bundled : process.execPath;
}

async function run() {
  const isOwnNodeGood = isNewEnough(process.version);
  if (!isOwnNodeGood && process.platform !== 'linux') {
    console.error(`This project needs Node 22.18 or newer; this is ${process.version}.`);
    process.exit(1);
  }
  if (missingPackages().length > 0) await install(isOwnNodeGood);
  const node = findNode();
  if (node === process.execPath && !isOwnNodeGood) {
    console.error(`This machine needs Node 22.18 or newer; this is ${process.version}.`);
    process.exit(1);
  }

  const [script = '', ...args] = process.argv.slice(2);
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', path.join(root, script), ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      // Astro would note its telemetry's settings in the home folder, which may be read-only.
      ASTRO_TELEMETRY_DISABLED: '1',
      PATH: [path.dirname(node), path.join(root, 'node_modules/.bin'), process.env.PATH].join(path.delimiter),
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      if (signal !== 'SIGINT') child.kill(signal);
    });
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

try {
  await run();
} catch (error) {
  const reason = reasons[error.code];
  if (!reason && !(error instanceof InstallFailed)) throw error;
  console.error(reason ? `${error.path ?? root} cannot be written: ${reason}.` : error.message);
  process.exit(1);
}
