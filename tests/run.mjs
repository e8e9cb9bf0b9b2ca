/**
 * The door to `npm start`, `npm run preview` and `npm test`. It runs on whatever Node the machine has
 * (20 or newer): installs the locked packages when they are missing or stale, then hands over to the
 * Node that came with them.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const stamp = path.join(root, 'node_modules/.installed');
const wanted = createHash('sha256')
  .update(readFileSync(path.join(root, 'package-lock.json')))
  .update(process.platform + process.arch)
  .digest('hex');

/** Installs the locked packages and says every few seconds that it is still at it. */
const install = async () => {
  const start = Date.now();
  console.log('Installing the locked packages (a minute or two) …');
  const progress = setInterval(() => console.log(`  … ${Math.round((Date.now() - start) / 1000)} s`), 10_000);
  const npm = process.env.npm_execpath;
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []];
  const child = spawn(command, [...first, 'ci', '--ignore-scripts', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: !npm && process.platform === 'win32',
  });
  const code = await new Promise((resolve) => child.on('close', resolve).on('error', () => resolve(1)));
  clearInterval(progress);
  if (code !== 0) {
    console.error('The packages could not be installed; see above.');
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
};

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) await install();

const bundled = path.join(root, 'node_modules/.bin/node');
const node = existsSync(bundled) ? bundled : process.execPath;
const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
const [major = 0, minor = 0] = version.slice(1).split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(`This platform needs Node 22.18 or newer; this is ${version}.`);
  process.exit(1);
}

const [script, ...args] = process.argv.slice(2);
const child = spawn(node, ['--disable-warning=ExperimentalWarning', path.join(root, script), ...args], {
  cwd: root,
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: {
    ...process.env,
    PATH: [path.join(root, 'node_modules/.bin'), process.env.PATH].join(path.delimiter),
  },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    if (signal !== 'SIGINT') child.kill(signal);
  });
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
