/** What a part of `npm test` came to. */
export interface Count {
  readonly passed: number;
  readonly skipped: number;
  /** Those that passed at their second try. */
  readonly flaky: number;
  /** The names of what failed. */
  readonly failures: readonly string[];
}

export const none: Count = { passed: 0, skipped: 0, flaky: 0, failures: [] };

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
      /** Also of the tries before one that passed. */
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

/** Counts what a project's tests came to. */
export const countVitest =
  (project: string) =>
  ({ testResults }: VitestReport): Count => {
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

/** As tests/e2e/fixtures.ts says it. An answer that failed is left out: the server's may be late on a machine under load. */
const wrong = /"(?:thrown|outside|console(?!: Failed to load resource)): /;

/** Whether something was wrong with a page at any try: what it logs, throws, asks of others or must not do is no matter of luck. */
const wasWrong = ({ tests }: Spec): boolean =>
  tests.some(({ results }) =>
    results.some(({ errors }) => errors.some(({ message = '' }) => wrong.test(message))),
  );

const unexpected = ({ specs = [], suites = [] }: Suite): readonly string[] => [
  ...specs.flatMap((spec) => (spec.ok && !wasWrong(spec) ? [] : [`e2e: ${spec.file} › ${spec.title}`])),
  ...suites.flatMap(unexpected),
];

/** Counts what the browser tests came to. */
export const countPlaywright = ({ stats, suites }: PlaywrightReport): Count => ({
  passed: stats.expected,
  skipped: stats.skipped,
  flaky: stats.flaky,
  failures: suites.flatMap(unexpected),
});

/** The last lines of `npm test`: what is not a plain pass, where there is any, and the sums. */
export const lastLines = (counts: readonly Count[]): string => {
  const sum = (of: (count: Count) => number) => counts.reduce((total, count) => total + of(count), 0);
  const [skipped, flaky] = [sum((count) => count.skipped), sum((count) => count.flaky)];
  return [
    ...(skipped + flaky > 0 ? [`${String(skipped)} skipped, ${String(flaky)} passed at the second try`] : []),
    `${String(sum((count) => count.passed) + flaky)} passed, ${String(sum((count) => count.failures.length))} failed`,
  ].join('\n');
};

/** The table of the parts with their tests and seconds, and of the whole run. */
export function summaryTable(parts: readonly PartResult[], seconds: number): string {
  const rows = parts.map(
    (part) => [part.name, String(testsIn(part.counts)), part.seconds.toFixed(0)] as const,
  );
  const all = testsIn(parts.flatMap(({ counts }) => counts));
  const lines = [['part', 'tests', 'seconds'], ...rows, ['total', String(all), seconds.toFixed(0)]] as const;
  const width = Math.max(...lines.map(([name]) => name.length));
  return lines
    .map(([name, tests, time]) => `${name.padEnd(width)}  ${tests.padStart(6)}  ${time.padStart(7)}`)
    .join('\n');
}

function testsIn(counts: readonly Count[]): number {
  return counts.reduce(
    (sum, { passed, skipped, flaky, failures }) => sum + passed + skipped + flaky + failures.length,
    0,
  );
}
