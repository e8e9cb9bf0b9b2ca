import { mkdir, readFile, rm } from 'node:fs/promises';
import {
  type PartResult,
  countPlaywright,
  countVitest,
  lastLines,
  emptyCount,
  type Count,
  summaryTable,
} from './reports.ts';
import { runPool, runScript } from './run-steps.ts';
import { inProject } from '../stack/paths.ts';
import { exampleSettings, type Settings } from '../stack/settings.ts';
import { chooseTestPorts, PORTS_VARIABLE } from './builds/test-settings.ts';

/**
 * `npm test`: runs the checks and the shared builds in parallel, then the unit, API, site and browser tests. Runs all parts even
 * if one fails. Prints the names of the failures, a table of the parts, and the line 'N passed, N failed'.
 *
 * - `node tests/all.ts PART …` runs parts, also `types`, `deep` and `deep-e2e`.
 * - `node tests/all.ts PART FILE … [-t NAME]` runs tests of one part.
 */

const bin = (...names: string[]): string => inProject('node_modules', ...names);
const results = inProject('test-results');
const cache = bin('.cache');
/** Number of checks and builds that run in parallel. */
const MAX_PARALLEL = 2;

interface Step {
  readonly name: string;
  readonly script: string;
  readonly args?: readonly string[];
  /** True for steps that read the types of Astro. They wait for the builds, which write these types. */
  readonly readsTypes?: true;
}

interface Check extends Step {
  /** True for checks that the part `types` runs, too. */
  readonly isType?: true;
}

const checks: readonly Check[] = [
  { name: 'formatting', script: bin('oxfmt/bin/oxfmt'), args: ['--check', '.'] },
  {
    name: 'import directions and cycles',
    script: bin('dependency-cruiser/bin/dependency-cruiser.mjs'),
    args: ['--config', '.dependency-cruiser.mjs', 'src', 'netlify', 'drizzle', 'stack', 'tests'],
  },
  {
    name: 'unused files and exports',
    script: bin('knip/bin/knip.js'),
    args: ['--include', 'files,exports,types', '--no-progress'],
  },
  { name: 'content files', script: inProject('tests/check-content.ts') },
  { name: 'SQL text', script: inProject('tests/check-sql-text.ts') },
  { name: 'secrets in the files', script: inProject('tests/secrets/secrets.ts') },
  {
    name: 'types',
    script: bin('typescript7/bin/tsc'),
    args: ['--project', '.', '--incremental', '--tsBuildInfoFile', `${cache}/typescript.tsbuildinfo`],
    readsTypes: true,
    isType: true,
  },
  {
    name: 'types of the Astro files',
    script: bin('@astrojs/check/bin/astro-check.js'),
    args: ['--minimumFailingSeverity', 'error', '--tsconfig', 'tsconfig.astro.json'],
    readsTypes: true,
    isType: true,
  },
  { name: 'lint', script: bin('oxlint/bin/oxlint'), args: ['--type-aware', '.'], readsTypes: true },
];

/** The parts that use each shared build. */
const partsByBuild: Readonly<Record<string, readonly string[]>> = {
  pages: ['site', 'e2e', 'deep-e2e'],
  measured: ['e2e', 'deep-e2e'],
  functions: ['api', 'site', 'e2e', 'deep-e2e'],
};

const builds = Object.entries(partsByBuild).map(([kind, parts]) => ({
  name: `build: ${kind}`,
  script: inProject('tests/builds/shared-build.ts'),
  args: [kind],
  parts,
}));

/** Runs a step, and prints its output only if it failed. */
async function runStep({ name, script, args = [] }: Step): Promise<Count> {
  const { code, output, seconds } = await runScript(
    { script, args, env: exampleSettings() },
    { quiet: true },
  );
  console.log(`— ${name}: ${code === 0 ? 'good' : 'FAILED'} in ${seconds.toFixed(1)} s`);
  if (code !== 0) console.log(output);
  return code === 0 ? { ...emptyCount, passed: 1 } : { ...emptyCount, failures: [name] };
}

/** Builds the files that these parts share, and runs the checks in parallel. */
async function prepare(parts: readonly string[]): Promise<PartResult[]> {
  const neededBuilds = builds.filter((build) => build.parts.some((part) => parts.includes(part)));
  const neededChecks = checks.filter(
    ({ isType }) => parts.includes('check') || (isType && parts.includes('types')),
  );
  if (neededBuilds.length + neededChecks.length === 0) return [];
  const start = performance.now();
  const syncResults =
    neededChecks.length > 0
      ? [await runStep({ name: 'generated types', script: bin('astro/bin/astro.mjs'), args: ['sync'] })]
      : [];

  const buildResults: Promise<Count>[] = [];
  const buildTasks = neededBuilds.map((build) => {
    const { promise, resolve } = Promise.withResolvers<Count>();
    buildResults.push(promise);
    return async () => {
      const { failures } = await runStep(build);
      const count = { ...emptyCount, failures };
      resolve(count);
      return count;
    };
  });
  const checkTasks = neededChecks.map((step) => async () => {
    if (step.readsTypes) await Promise.all(buildResults);
    return runStep(step);
  });
  const counts = await runPool([...buildTasks, ...checkTasks], MAX_PARALLEL);
  const names = [
    ...(neededChecks.length > 0 ? [parts.includes('check') ? 'check' : 'types'] : []),
    ...(neededBuilds.length > 0 ? ['builds'] : []),
  ];
  const seconds = (performance.now() - start) / 1_000;
  return [{ name: names.join(' and '), seconds, counts: [...syncResults, ...counts] }];
}

/** Runs a test runner and reads its report. A run without tests is a failure. */
async function runTests(
  name: string,
  script: string,
  args: readonly string[],
  read: (report: never) => Count,
  env: Settings = {},
): Promise<PartResult> {
  console.log(`\n— ${name}`);
  const report = `${results}/${name}.json`;
  await rm(report, { force: true });
  const { code, seconds } = await runScript({ script, args, env });
  const text = await readFile(report, 'utf8').catch(() => null);
  const count = text ? read(JSON.parse(text) as never) : emptyCount;
  const isComplete = (code === 0 && count.passed > 0) || count.failures.length > 0;
  const counts = [isComplete ? count : { ...count, failures: [`${name}: the run itself; see its output`] }];
  return { name, seconds, counts };
}

function runVitest(project: string, filters: readonly string[]): Promise<PartResult> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}/${project}.json`];
  return runTests(
    project,
    bin('vitest/vitest.mjs'),
    ['run', '--config', 'tests/vitest.config.ts', '--project', project, ...reporters, ...filters],
    countVitest(project),
  );
}

function runPlaywright(
  name: 'e2e' | 'deep-e2e',
  filters: readonly string[],
  env: Settings = {},
): Promise<PartResult> {
  // Playwright's --grep is the same as Vitest's -t.
  const args = filters.map((filter) => (filter === '-t' ? '--grep' : filter));
  return runTests(
    name,
    bin('@playwright/test/cli.js'),
    ['test', '--config', 'tests/playwright.config.ts', ...args],
    countPlaywright,
    // See tests/e2e/native-traces.ts.
    { PW_DISABLE_TS_ESM: '1', ...env },
  );
}

const runners: Readonly<Record<string, (filters: readonly string[]) => Promise<PartResult>>> = {
  unit: (filters) => runVitest('unit', filters),
  api: (filters) => runVitest('api', filters),
  site: (filters) => runVitest('site', filters),
  deep: (filters) => runVitest('deep', filters),
  e2e: (filters) => runPlaywright('e2e', filters),
  'deep-e2e': (filters) => runPlaywright('deep-e2e', filters, { TEST_DEPTH: 'deep' }),
};

/** The parts of `npm test`. `deep` and `deep-e2e` run before a release. */
const defaultParts = ['check', 'unit', 'api', 'site', 'e2e'];
const isPart = (word: string): boolean => ['check', 'types'].includes(word) || Object.hasOwn(runners, word);

const args = process.argv.slice(2);
const firstFilter = args.findIndex((word) => !isPart(word));
const chosenParts = firstFilter < 0 ? args : args.slice(0, firstFilter);
const filters = firstFilter < 0 ? [] : args.slice(firstFilter);
const isForBrowsers = filters.some((word) => word.includes('tests/e2e') || word.includes('.spec'));
/** `test:deep -- FILE` names two parts. The file belongs to one of them. */
const partsOfFile = chosenParts.filter((part) => part.endsWith('e2e') === isForBrowsers);
const chosen = filters.length > 0 && chosenParts.length > 1 ? partsOfFile : chosenParts;
const parts = args.length > 0 ? chosen : defaultParts;
if (filters.length > 0 && (parts.length !== 1 || !Object.hasOwn(runners, parts[0] ?? ''))) {
  console.error(
    `Usage: node tests/all.ts [check | types | ${Object.keys(runners).join(' | ')}] [FILE …] [-t NAME]`,
  );
  process.exit(2);
}

const start = performance.now();
await mkdir(results, { recursive: true });
await mkdir(cache, { recursive: true });
const ports = await chooseTestPorts();
process.env[PORTS_VARIABLE] = String(ports.site);
const rows = await prepare(parts);
for (const name of parts) {
  const row = await runners[name]?.(filters);
  if (row) rows.push(row);
}
const counts = rows.flatMap((row) => row.counts);
const failures = counts.flatMap((count) => count.failures);
console.log('');
for (const failure of failures) console.log(`FAILED ${failure}`);
console.log(`${summaryTable(rows, (performance.now() - start) / 1_000)}\n`);
console.log(lastLines(counts));
process.exitCode = failures.length === 0 ? 0 : 1;
