import { describe, expect, test } from 'vitest';
import { access } from '../../../src/server/http/access.ts';
import { functionFor } from '../../../stack/netlify/functions.ts';
import { callableFunctions } from './limited-site.ts';

const functions = await callableFunctions();

describe('no call is answered by two functions, and every call of the access table by one', () => {
  const paths = [...new Set(Object.keys(access).map((name) => name.split(' ')[1] ?? ''))];
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
  test.each(paths)('%s', (pattern) => {
    const path = pattern.replace(/:\w+/g, 'sample');
    for (const method of methods) expect(functionFor(functions, method, path)).not.toBeNull();
    for (const other of [`${path}/`, `${path}/more`, path.toUpperCase()])
      for (const method of methods) expect(() => functionFor(functions, method, other)).not.toThrow();
  });

  test('pages are answered by none', () => {
    for (const path of [
      '/',
      '/buy',
      '/apiary',
      '/api-docs',
      '/user-profile',
      '/user-profile-admin',
      '/user-profiles-of-others',
      '/profile/seed-ada',
    ])
      expect(functionFor(functions, 'GET', path)).toBeNull();
  });
});
