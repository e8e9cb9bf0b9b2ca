import { expect, test } from 'vitest';
import { policyProblems } from '../../../../src/build/content/policy-problems.ts';
import { parseFile } from '../../../../src/copy/parse-file.ts';
import { formatProblem } from '../../../../src/copy/validate-file.ts';
import { formatUsd } from '../../../../src/shared/money.ts';
import { findPlan } from '../../../../src/shared/plans.ts';
import { page, text } from '../../../content-files.ts';

/** Returns the problems of these versions on December 1, 2026. A version is a day, and words if it has others. */
function problemsOf(versions: Readonly<Record<string, string>>): string[] {
  const files = Object.entries(versions).map(([name, version]) => {
    const [day = '', words = 'Some words.'] = version.split(': ');
    const head = `policy:\n  begins: ${day}\n  changes: Something.`;
    const file = parseFile('pages', `${name}.md`, page(text.replace('Some words.', `'${words}'`), { head }));
    if ('problems' in file) throw new Error(file.problems.map(formatProblem).join());
    return file;
  });
  return policyProblems(files, new Date('2026-12-01T12:00:00Z')).map((problem) =>
    formatProblem(problem).replace('src/content/pages/', ''),
  );
}

test('versions in order have no problems', () => {
  const earlier = '2026-11-28: Write to {seller.name} about {product}.';
  expect(problemsOf({ terms: '2026-12-01', 'terms-2026-11-28': earlier, privacy: '2026-11-30' })).toEqual([]);
});

test.each([
  [
    'begins after the current one',
    { terms: '2026-11-28', 'terms-2026-11-29': '2026-11-29' },
    'terms-2026-11-29.md, line 5: This version begins on 2026-11-29, and the current one in terms.md on 2026-11-28.',
  ],
  [
    'begins on the day of the current one',
    { terms: '2026-11-28', 'terms-2026-11-28': '2026-11-28' },
    'terms-2026-11-28.md, line 5: This version begins on 2026-11-28, and the current one',
  ],
  [
    'is named after another day',
    { terms: '2026-11-29', 'terms-2026-11-28': '2026-11-27' },
    'terms-2026-11-28.md, line 5: This version begins on 2026-11-27, and the file is not named after it.',
  ],
  [
    'belongs to no policy',
    { 'terms-2026-11-28': '2026-11-28' },
    'terms-2026-11-28.md, line 5: There is no page terms.md',
  ],
  [
    'is still to come',
    { terms: '2026-12-02' },
    'terms.md, line 5: This version begins on 2026-12-02, which is still to come.',
  ],
])('the build refuses a version that %s', (_case, versions, message) => {
  expect(problemsOf(versions)).toEqual([expect.stringContaining(message)]);
});

test('the build names the changing words of an earlier version, with their value of today', () => {
  const price = formatUsd(findPlan('annual')?.priceCents ?? 0);
  expect(
    problemsOf({ terms: '2026-12-01: {price.basic}', 'terms-2026-11-28': '2026-11-28: {price.annual}' }),
  ).toEqual([
    `terms-2026-11-28.md, line 13: An earlier version keeps its words. Write what {price.annual} meant then; today it is: ${price}`,
  ]);
});
