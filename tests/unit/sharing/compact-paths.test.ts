import { expect, test } from 'vitest';
import { compactPaths } from '../../../src/sharing/compact-paths.ts';

test('letters get relative coordinates, and each contour begins where its command says', () => {
  const svg =
    '<path d="M10 20L10 18.5L12 18.5Q12.5 19 13.2 18Z M30 40L31.1 39.8L31.1 39.8Z"/><path d="M1,2 h3"/>';
  expect(compactPaths(svg)).toBe('<path d="m10 20v-1.5h2q.5 .5 1.2-.5zm20 20l1.1-.2z"/><path d="M1,2 h3"/>');
});
