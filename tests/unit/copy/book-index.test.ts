import { expect, test } from 'vitest';
import { buildIndex } from '../../../src/copy/book-index.ts';

const entries = [
  { term: 'vCard', href: '/compare#table' },
  { term: 'Archive', href: '/features#archive' },
  { term: 'Archive', href: '/why/remembering' },
  { term: 'Versions', href: '/release-notes' },
];

test('the index groups terms by letter, and lists each place of a term once', () => {
  expect(buildIndex([...entries, ...entries], [{ term: 'Death', see: ['Archive'] }])).toEqual([
    {
      letter: 'A',
      lines: [{ term: 'Archive', id: 'archive', places: ['/features#archive', '/why/remembering'], see: [] }],
    },
    {
      letter: 'D',
      lines: [{ term: 'Death', id: undefined, places: [], see: [{ term: 'Archive', href: '#archive' }] }],
    },
    {
      letter: 'V',
      lines: [
        { term: 'vCard', id: undefined, places: ['/compare#table'], see: [] },
        { term: 'Versions', id: undefined, places: ['/release-notes'], see: [] },
      ],
    },
  ]);
});

test('the index refuses a cross-reference to a term that it lacks', () => {
  expect(() => buildIndex(entries, [{ term: 'Death', see: ['Archives'] }])).toThrow(/Archives/);
});
