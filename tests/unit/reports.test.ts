import { expect, test } from 'vitest';
import { countPlaywright, countVitest, lastLines, summaryTable } from '../reports.ts';

const result = (status: string, fullName: string, ...failureMessages: string[]) => ({
  status,
  fullName,
  failureMessages,
});

const vitest = countVitest('site')({
  testResults: [
    {
      assertionResults: [
        result('passed', 'a'),
        result('passed', 'b', 'not at first'),
        result('skipped', 'c'),
      ],
    },
    { assertionResults: [result('failed', 'd', 'no'), result('todo', 'e'), result('passed', 'f')] },
  ],
});

test('countVitest counts skipped tests and tests that passed at their second try separately', () => {
  expect(vitest).toEqual({ passed: 2, skipped: 2, flaky: 1, failures: ['site: d'] });
});

const tries = (...messages: string[]) => ({
  results: [...messages.map((message) => ({ errors: [{ message }] })), { errors: [] }],
});

test('countPlaywright also counts a test as failed if its page had an error at the first try', () => {
  const spec = (title: string, ok: boolean, ...messages: string[]) => ({
    ok,
    title,
    file: `${title}.spec.ts`,
    tests: [tries(...messages)],
  });
  const specs = [
    spec('late', true, 'timed out'),
    spec('failed', false),
    spec('forbidden', true, '+   "console: policy (enforce): img-src of data at /",'),
    spec('logged', true, '+   "console: Each child needs a key at /",'),
    spec('thrown', true, '+   "thrown: x is null",'),
    spec('other host', true, '+   "outside: https://example.org/",'),
    spec('answered', true, '+   "console: Failed to load resource: 503 at /api/health",'),
  ];
  const stats = { expected: 5, skipped: 1, flaky: 2 };
  expect(countPlaywright({ stats, suites: [{ suites: [{ specs }] }] })).toEqual({
    passed: 5,
    skipped: 1,
    flaky: 2,
    failures: ['failed', 'forbidden', 'logged', 'thrown', 'other host'].map(
      (title) => `e2e: ${title}.spec.ts › ${title}`,
    ),
  });
});

test('lastLines has a line for skipped and flaky tests if there are any, and a line with the sums', () => {
  const other = { passed: 3, skipped: 1, flaky: 0, failures: [] };
  expect(lastLines([vitest, other])).toBe('3 skipped, 1 passed at the second try\n6 passed, 1 failed');
  expect(lastLines([{ ...other, skipped: 0 }])).toBe('3 passed, 0 failed');
});

test('summaryTable has the tests and seconds of each part and of the whole run', () => {
  const part = { name: 'site', seconds: 61.4, counts: [vitest] };
  const checks = { name: 'check and builds', seconds: 38.6, counts: [{ ...vitest, failures: [] }] };
  expect(summaryTable([checks, part], 101).split('\n')).toEqual([
    'part               tests  seconds',
    'check and builds       5       39',
    'site                   6       61',
    'total                 11      101',
  ]);
});
