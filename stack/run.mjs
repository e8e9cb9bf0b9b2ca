/**
 * Runs a script of the project, as the npm scripts do: `node stack/run.mjs SCRIPT …`. It starts on Node 20.9 or newer,
 * installs the locked packages when they are missing or stale, and runs the script on the bundled Node.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import {
  bundledNode,
  fileErrorReasons,
  install,
  InstallError,
  missingPackages,
  oldNodeMessage,
  root,
  runsTypeScript,
  starts,
} from './install.mjs';

async function run() {
  const isNewEnough = runsTypeScript(process.version);
  if (!isNewEnough && process.platform !== 'linux') throw new InstallError(oldNodeMessage());
  if (missingPackages().length > 0) await install();
  const node = starts(bundledNode) ? bundledNode : process.execPath;
  if (node === process.execPath && !isNewEnough) throw new InstallError(oldNodeMessage());

  const [script = '', ...args] = process.argv.slice(2);
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', path.join(root, script), ...args], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      // Astro would write its telemetry's settings into the home folder, which may be read-only.
      ASTRO_TELEMETRY_DISABLED: '1',
      PATH: [path.dirname(node), path.join(root, 'node_modules/.bin'), process.env.PATH].join(path.delimiter),
    },
  });
  // The terminal sends Ctrl-C to the child as well, so SIGINT is not forwarded.
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

try {
  await run();
} catch (error) {
  const reason = fileErrorReasons[error.code];
  if (!reason && !(error instanceof InstallError)) throw error;
  console.error(reason ? `${error.path ?? root} cannot be written: ${reason}.` : error.message);
  process.exit(1);
}
