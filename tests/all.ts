import { spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { type Count, countPlaywright, countVitest, lastLines } from './reports.ts';
import { notProven } from './stack/not-proven.ts';
import { inProject, root } from './stack/paths.ts';
import { exampleSettings, type Settings } from './stack/settings.ts';

/**
 * `npm test`: formatting, lint, types, unit, API, site and browser tests, one after the other, all of them
 * even when one fails. Ends with what failed, by name, and one line 'N passed, N failed'; what was skipped or passed at its
 * second try is told in the line before. Arguments choose parts (check, unit, api, site, e2e, deep).
 */

const none: Count = { passed: 0, skipped: 0, flaky: 0, failures: [] };

const bin = (...parts: string[]): string => inProject('node_modules', ...parts);
const results = inProject('test-results');

/** Runs a script; answers with its exit code, null where it was ended or did not start. */
const run = (script: string, args: readonly string[], env: Settings = {}): Promise<number | null> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ...env },
    });
    child.once('error', () => {
      resolve(null);
    });
    child.once('close', (code) => {
      resolve(code);
    });
  });

const check =
  (name: string, script: string, ...args: string[]) =>
  async (): Promise<Count> => {
    console.log(`\n— ${name}`);
    const code = await run(script, args, exampleSettings());
    if (code === 0) return { ...none, passed: 1 };
    return code === notProven ? { ...none, skipped: 1 } : { ...none, failures: [name] };
  };

/** Runs a test runner and takes its counts from the report it wrote; no test at all is a failure. */
const tests = (name: string, script: string, args: string[], read: (report: never) => Count) => async () => {
  console.log(`\n— ${name}`);
  const report = `${results}/${name}.json`;
  await rm(report, { force: true });
  const good = (await run(script, args)) === 0;
  const text = await readFile(report, 'utf8').catch(() => null);
  const count = text ? read(JSON.parse(text) as never) : none;
  const isWhole = (good && count.passed > 0) || count.failures.length > 0;
  return isWhole ? count : { ...count, failures: [`${name}: the run itself; see its output`] };
};

const vitest = (project: string) =>
  tests(
    project,
    bin('vitest/vitest.mjs'),
    ['run', '--config', 'tests/vitest.config.ts', '--project', project].concat(
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${results}/${project}.json`,
    ),
    countVitest(project),
  );

const parts: Readonly<Record<string, readonly (() => Promise<Count>)[]>> = {
  check: [
    check('generated types', bin('astro/bin/astro.mjs'), 'sync'),
    check('formatting', bin('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.'),
    check('lint and import boundaries', bin('eslint/bin/eslint.js'), '.'),
    check('types', bin('@astrojs/check/bin/astro-check.js'), '--minimumFailingSeverity', 'error'),
    check('secrets, in the files and the history', inProject('tests/secrets/secrets.ts')),
  ],
  unit: [vitest('unit')],
  api: [vitest('api')],
  site: [vitest('site')],
  deep: [vitest('deep')],
  e2e: [
    tests(
      'e2e',
      bin('@playwright/test/cli.js'),
      ['test', '--config', 'tests/playwright.config.ts'],
      countPlaywright,
    ),
  ],
};

/** The parts of `npm test`; `deep` is the check before a release. */
const usualParts = Object.keys(parts).filter((name) => name !== 'deep');

const wanted = process.argv.slice(2);
const chosen = wanted.length > 0 ? wanted : usualParts;
await mkdir(results, { recursive: true });
const counts: Count[] = [];
for (const name of chosen) {
  const part = parts[name];
  if (!part) throw new Error(`There is no part ${name}; there are ${Object.keys(parts).join(', ')}.`);
  for (const step of part) counts.push(await step());
}
const failures = counts.flatMap((count) => count.failures);
for (const failure of failures) console.log(`FAILED ${failure}`);
console.log(`\n${lastLines(counts)}`);
process.exitCode = failures.length === 0 ? 0 : 1;
