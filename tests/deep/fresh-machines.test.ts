import { execFile, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { inProject } from '../../stack/paths.ts';
import { freePort } from '../../stack/ports.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/*
 * Installs and starts a clone of the last commit as on a new machine, with each npm on each Node that the README supports.
 * Each test takes about a minute with a warm package cache.
 */

const run = promisify(execFile);
const nodeVersions = ['20.9.0', '20.20.2', '22.18.0', '24.21.0'];
const npmVersions = ['9.9.4', '10.9.9', '11.19.1'];
const minutes = 60_000;

/** Installs a Node and an npm of these versions. Returns the folder of the `node` program and the path of npm's script. */
async function installTools(node: string, npm: string): Promise<{ nodeFolder: string; npmScript: string }> {
  const folder = temporaryFolder();
  const nodePackage = `node-linux-${process.arch}`;
  await run(
    'npm',
    ['install', '--no-save', '--ignore-scripts', '--prefix', folder, `${nodePackage}@${node}`, `npm@${npm}`],
    { cwd: folder },
  );
  const packages = path.join(folder, 'node_modules');
  return {
    nodeFolder: path.join(packages, nodePackage, 'bin'),
    npmScript: path.join(packages, 'npm/bin/npm-cli.js'),
  };
}

async function cloneProject(): Promise<string> {
  const folder = path.join(temporaryFolder(), 'clone');
  await run('git', ['clone', '--quiet', inProject(), folder]);
  return folder;
}

/** Returns the environment without the variables of the npm and Node that run this test. */
async function freshEnvironment(nodeFolder: string): Promise<NodeJS.ProcessEnv> {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|VITEST|NODE_ENV|NODE_OPTIONS|TEST$|PORT$)/i.test(name),
  );
  const systemPath = (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => !folder.includes('node_modules'));
  return {
    ...Object.fromEntries(inherited),
    PATH: [nodeFolder, ...systemPath].join(path.delimiter),
    PORT: String(await freePort()),
  };
}

/** Runs `npm start` until it prints its table or ends. Returns its output. */
async function captureStartOutput(
  folder: string,
  { nodeFolder, npmScript }: { nodeFolder: string; npmScript: string },
): Promise<string> {
  const child = spawn(path.join(nodeFolder, 'node'), [npmScript, 'start'], {
    cwd: folder,
    env: await freshEnvironment(nodeFolder),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  /** Ends npm and the processes that it started, if they are still running. */
  function stopGroup(): void {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGTERM');
    } catch {
      // The group has ended.
    }
  }
  let output = '';
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      resolve();
    });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        const wasStarted = output.includes('Ctrl-C stops');
        output += text;
        if (!wasStarted && output.includes('Ctrl-C stops')) stopGroup();
      });
  });
  onTestFinished(stopGroup);
  await ended;
  return output;
}

describe.runIf(process.platform === 'linux')('npm start in a fresh clone', () => {
  for (const node of nodeVersions)
    for (const npm of npmVersions)
      test(`starts with npm ${npm} on Node ${node}`, { timeout: 10 * minutes }, async () => {
        const folder = await cloneProject();
        const output = await captureStartOutput(folder, await installTools(node, npm));
        expect(output).toContain('Ctrl-C stops all of it.');
        rmSync(folder, { recursive: true, force: true });
      });

  test(
    'reinstalls after an old Node’s `npm ci` left out native packages',
    { timeout: 15 * minutes },
    async () => {
      const folder = await cloneProject();
      const old = await installTools('20.9.0', '10.9.9');
      await run(path.join(old.nodeFolder, 'node'), [old.npmScript, 'ci'], {
        cwd: folder,
        env: await freshEnvironment(old.nodeFolder),
        maxBuffer: 1e8,
      });
      const output = await captureStartOutput(folder, await installTools('22.23.3', '10.9.9'));
      expect(output).toContain('Installing the locked packages');
      expect(output).toContain('Ctrl-C stops all of it.');
    },
  );

  test('does not reinstall after `npm ci`', { timeout: 10 * minutes }, async () => {
    const folder = await cloneProject();
    const tools = await installTools('24.21.0', '11.19.1');
    await run(path.join(tools.nodeFolder, 'node'), [tools.npmScript, 'ci'], {
      cwd: folder,
      env: await freshEnvironment(tools.nodeFolder),
      maxBuffer: 1e8,
    });
    const output = await captureStartOutput(folder, tools);
    expect(output).not.toContain('Installing');
    expect(output).toContain('Ctrl-C stops all of it.');
  });
});
