import { expect, test } from 'vitest';
import { buildIndex } from '../../../src/copy/book-index.ts';

const entries = [
  { term: 'vCard', href: '/compare#table', page: 'Comparison' },
  { term: 'Archive', href: '/features#archive', page: 'Features' },
  { term: 'Archive', href: '/why/remembering', page: 'Remembering' },
  { term: 'Versions', href: '/release-notes', page: 'Release notes' },
];

test('the index groups terms by letter, and lists each place of a term once', () => {
  expect(buildIndex([...entries, ...entries], [{ term: 'Death', see: ['Archive'] }])).toEqual([
    {
      letter: 'A',
      lines: [
        {
          term: 'Archive',
          id: 'archive',
          places: [
            { href: '/features#archive', page: 'Features' },
            { href: '/why/remembering', page: 'Remembering' },
          ],
          see: [],
        },
      ],
    },
    {
      letter: 'D',
      lines: [{ term: 'Death', id: undefined, places: [], see: [{ term: 'Archive', href: '#archive' }] }],
    },
    {
      letter: 'V',
      lines: [
        { term: 'vCard', id: undefined, places: [{ href: '/compare#table', page: 'Comparison' }], see: [] },
        {
          term: 'Versions',
          id: undefined,
          places: [{ href: '/release-notes', page: 'Release notes' }],
          see: [],
        },
      ],
    },
  ]);
});

test('the index refuses a cross-reference to a term that it lacks', () => {
  expect(() => buildIndex(entries, [{ term: 'Death', see: ['Archives'] }])).toThrow(/Archives/);
});
