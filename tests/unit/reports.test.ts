import { expect, test } from 'vitest';
import { countPlaywright, countVitest, lastLines, summaryTable } from '../reports.ts';

const tried = (status: string, fullName: string, ...failureMessages: string[]) => ({
  status,
  fullName,
  failureMessages,
});

const vitest = countVitest('site')({
  testResults: [
    { assertionResults: [tried('passed', 'a'), tried('passed', 'b', 'not at first'), tried('skipped', 'c')] },
    { assertionResults: [tried('failed', 'd', 'no'), tried('todo', 'e'), tried('passed', 'f')] },
  ],
});

test('what was skipped, and what passed at its second try, is counted apart', () => {
  expect(vitest).toEqual({ passed: 2, skipped: 2, flaky: 1, failures: ['site: d'] });
});

const tries = (...messages: string[]) => ({
  results: [...messages.map((message) => ({ errors: [{ message }] })), { errors: [] }],
});

test('so it is of browser tests, but for one with whose page something was wrong at first', () => {
  const spec = (title: string, ok: boolean, ...messages: string[]) => ({
    ...{ ok, title },
    file: `${title}.spec.ts`,
    tests: [tries(...messages)],
  });
  const specs = [
    spec('late', true, 'timed out'),
    spec('failed', false),
    spec('forbidden', true, '+   "console: policy (enforce): img-src of data at /",'),
    spec('logged', true, '+   "console: Each child needs a key at /",'),
    spec('thrown', true, '+   "thrown: x is null",'),
    spec('asked', true, '+   "outside: https://example.org/",'),
    spec('answered', true, '+   "console: Failed to load resource: 503 at /api/health",'),
  ];
  const stats = { expected: 5, skipped: 1, flaky: 2 };
  expect(countPlaywright({ stats, suites: [{ suites: [{ specs }] }] })).toEqual({
    passed: 5,
    skipped: 1,
    flaky: 2,
    failures: ['failed', 'forbidden', 'logged', 'thrown', 'asked'].map(
      (title) => `e2e: ${title}.spec.ts › ${title}`,
    ),
  });
});

test('the last line sums up, and the one before tells what is no plain pass', () => {
  const other = { passed: 3, skipped: 1, flaky: 0, failures: [] };
  expect(lastLines([vitest, other])).toBe('3 skipped, 1 passed at the second try\n6 passed, 1 failed');
  expect(lastLines([{ ...other, skipped: 0 }])).toBe('3 passed, 0 failed');
});

test('the table tells the tests and the seconds of each part, and of all', () => {
  const part = { name: 'site', seconds: 61.4, counts: [vitest] };
  const checks = { name: 'check and builds', seconds: 38.6, counts: [{ ...vitest, failures: [] }] };
  expect(summaryTable([checks, part], 101).split('\n')).toEqual([
    'part               tests  seconds',
    'check and builds       5       39',
    'site                   6       61',
    'total                 11      101',
  ]);
});
