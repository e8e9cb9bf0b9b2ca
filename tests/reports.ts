/** Numbers of passed, skipped, flaky and failed tests. */
export interface Count {
  readonly passed: number;
  readonly skipped: number;
  /** Tests that passed at the second attempt. */
  readonly flaky: number;
  /** Names of the failed tests. */
  readonly failures: readonly string[];
}

export const emptyCount: Count = { passed: 0, skipped: 0, flaky: 0, failures: [] };

/** A row of the table at the end of `npm test`. */
export interface PartResult {
  readonly name: string;
  readonly seconds: number;
  readonly counts: readonly Count[];
}

export interface VitestReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      /** Messages of all failed attempts, also of a test that passed later. */
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

interface Spec {
  readonly ok: boolean;
  readonly file: string;
  readonly title: string;
  readonly tests: readonly {
    readonly results: readonly { readonly errors: readonly { readonly message?: string }[] }[];
  }[];
}

interface Suite {
  readonly specs?: readonly Spec[];
  readonly suites?: readonly Suite[];
}

export interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly skipped: number; readonly flaky: number };
  readonly suites: readonly Suite[];
}

/** Returns a function that reads the report of a Vitest project. */
export function countVitest(project: string) {
  return ({ testResults }: VitestReport): Count => {
    const all = testResults.flatMap(({ assertionResults }) => assertionResults);
    const passed = all.filter(({ status }) => status === 'passed');
    const failed = all.filter(({ status }) => status === 'failed');
    const flaky = passed.filter(({ failureMessages }) => failureMessages.length > 0).length;
    return {
      passed: passed.length - flaky,
      skipped: all.length - passed.length - failed.length,
      flaky,
      failures: failed.map(({ fullName }) => `${project}: ${fullName}`),
    };
  };
}

/** Page errors that tests/e2e/fixtures.ts reports. Failed requests are left out, since a loaded machine may answer late. */
const pageError = /"(?:thrown|outside|console(?!: Failed to load resource)): /;

/** True if a page logged or threw an error at any attempt. Such an error fails the test even if a later attempt passed. */
function hasPageError({ tests }: Spec): boolean {
  return tests.some(({ results }) =>
    results.some(({ errors }) => errors.some(({ message = '' }) => pageError.test(message))),
  );
}

function failedSpecs({ specs = [], suites = [] }: Suite): readonly string[] {
  return [
    ...specs.flatMap((spec) => (spec.ok && !hasPageError(spec) ? [] : [`e2e: ${spec.file} › ${spec.title}`])),
    ...suites.flatMap(failedSpecs),
  ];
}

/** Reads the report of Playwright. */
export function countPlaywright({ stats, suites }: PlaywrightReport): Count {
  return {
    passed: stats.expected,
    skipped: stats.skipped,
    flaky: stats.flaky,
    failures: suites.flatMap(failedSpecs),
  };
}

/** Returns the last lines of `npm test`: skipped and flaky tests, and the sums. */
export function lastLines(counts: readonly Count[]): string {
  const sum = (read: (count: Count) => number) => counts.reduce((total, count) => total + read(count), 0);
  const [skipped, flaky] = [sum((count) => count.skipped), sum((count) => count.flaky)];
  return [
    ...(skipped + flaky > 0 ? [`${String(skipped)} skipped, ${String(flaky)} passed at the second try`] : []),
    `${String(sum((count) => count.passed) + flaky)} passed, ${String(sum((count) => count.failures.length))} failed`,
  ].join('\n');
}

/** Returns a table of the parts and of the whole run, with their tests and seconds. */
export function summaryTable(parts: readonly PartResult[], seconds: number): string {
  const rows = parts.map(
    (part) => [part.name, String(countTests(part.counts)), part.seconds.toFixed(0)] as const,
  );
  const all = countTests(parts.flatMap(({ counts }) => counts));
  const lines = [['part', 'tests', 'seconds'], ...rows, ['total', String(all), seconds.toFixed(0)]] as const;
  const width = Math.max(...lines.map(([name]) => name.length));
  return lines
    .map(([name, tests, time]) => `${name.padEnd(width)}  ${tests.padStart(6)}  ${time.padStart(7)}`)
    .join('\n');
}

function countTests(counts: readonly Count[]): number {
  return counts.reduce(
    (sum, { passed, skipped, flaky, failures }) => sum + passed + skipped + flaky + failures.length,
    0,
  );
}
