import { expect, test } from 'vitest';
import { alternativesSection, alternativeNames } from '../../../src/copy/schemas/alternatives-section.ts';

const cell = { text: 'Yes.', source: '[Help](https://help.example)', checked: new Date('2026-11-29') };

/** Returns the problems of a table with one row, in which the cell of one column is another. */
function problemsOf(name: string, other: object | undefined): string[] {
  const names = ['ours', ...Object.keys(alternativeNames)];
  const row = { label: 'Price', ...Object.fromEntries(names.map((key) => [key, cell])), [name]: other };
  const groups = [{ heading: 'Where it loses', rows: [row] }];
  const result = alternativesSection.safeParse({ type: 'alternatives', heading: 'Losses first', groups });
  return result.error?.issues.map(({ path, message }) => `${path.slice(4).join('.')}: ${message}`) ?? [];
}

test('a comparison refuses a missing cell or source, a link without a day, a day without a link', () => {
  const byReaders = { text: 'In a pocket.', source: 'Try it in any paper book' };
  expect(problemsOf('ours', cell)).toEqual([]);
  expect(problemsOf('paper', byReaders)).toEqual([]);
  expect(problemsOf('paper', { ...byReaders, checked: cell.checked })).toEqual([
    expect.stringMatching(/^paper\.checked: is the day of no source/),
  ]);
  expect(problemsOf('google', { ...cell, source: undefined })).toEqual([
    expect.stringMatching(/^google\.source: is missing/),
  ]);
  expect(problemsOf('paper', { ...cell, checked: undefined })).toEqual([
    expect.stringMatching(/^paper\.checked: is missing/),
  ]);
  expect(problemsOf('outlook', undefined)).toEqual([expect.stringMatching(/^outlook: is missing/)]);
});
