import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from '../../stack/paths.ts';

// Test files share a process, so a module is loaded for the first of them only, and its hooks would miss the others.
test('a module that test files share registers its hooks in a function', () => {
  const shared = globSync('tests/{api,unit,site,deep,builds}/**/*.ts', { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  const hook = /^(?:before|after)(?:All|Each)\(/m;
  expect(shared.filter((file) => hook.test(readFileSync(`${root}/${file}`, 'utf8')))).toEqual([]);
});
