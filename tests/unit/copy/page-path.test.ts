import { expect, test } from 'vitest';
import { pathFromName } from '../../../src/copy/page-path.ts';

test('the name of a page’s file is its path, and a dot leads to the page below', () => {
  expect(['index', 'why', 'why.small-firms'].map(pathFromName)).toEqual(['/', '/why', '/why/small-firms']);
});
