import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject } from '../../stack/paths.ts';

const text = readFileSync(inProject('docs/security.md'), 'utf8');

/** The rows of the tables of requirements: number, level, requirement, state, explanation and proof. */
const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) +\| (.+) \|$/gm)].map(([, number = '', cells = '']) => {
  const [level = '', requirement = '', state = '', why = '', proof = ''] = cells
    .split(' | ')
    .map((cell) => cell.trim());
  return { number, level, requirement, state, why, proof };
});

test('docs/security.md has each requirement of level 1 and 2 once, in order', () => {
  const numbers = rows.map(({ number }) => number);
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a.localeCompare(b, 'en', { numeric: true })));
  const ofLevel = (level: string) => rows.filter((row) => row.level === level);
  // The numbers of ASVS 5.0.0.
  expect([ofLevel('1').length, ofLevel('2').length, rows.length]).toEqual([70, 183, 253]);
});

test('every file that docs/security.md names exists', () => {
  const paths = [...text.matchAll(/`((?:src|tests|stack|netlify|drizzle|docs|\.github)\/[^`\s]*)`/g)].map(
    ([, name = '']) => name,
  );
  expect(paths.length).toBeGreaterThan(200);
  expect([...new Set(paths)].filter((name) => !existsSync(inProject(name)))).toEqual([]);
});
