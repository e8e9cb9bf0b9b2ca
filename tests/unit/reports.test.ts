import { expect, test } from 'vitest';
import { countPlaywright, countVitest, lastLines } from '../reports.ts';

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

test('so it is of browser tests, but for one whose page’s policy forbade something at first', () => {
  const specs = [
    { ok: true, file: 'a.spec.ts', title: 'a', tests: [tries('timed out')] },
    { ok: false, file: 'b.spec.ts', title: 'b', tests: [tries()] },
    {
      ok: true,
      file: 'c.spec.ts',
      title: 'c',
      tests: [tries('+ "console: policy (enforce): img-src of data')],
    },
  ];
  const stats = { expected: 5, skipped: 1, flaky: 2 };
  expect(countPlaywright({ stats, suites: [{ suites: [{ specs }] }] })).toEqual({
    passed: 5,
    skipped: 1,
    flaky: 2,
    failures: ['e2e: b.spec.ts › b', 'e2e: c.spec.ts › c'],
  });
});

test('the last line sums up, and the one before tells what is no plain pass', () => {
  const other = { passed: 3, skipped: 1, flaky: 0, failures: [] };
  expect(lastLines([vitest, other])).toBe('3 skipped, 1 passed at the second try\n6 passed, 1 failed');
  expect(lastLines([{ ...other, skipped: 0 }])).toBe('3 passed, 0 failed');
});
