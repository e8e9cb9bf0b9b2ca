import { routes } from '../../call-names.ts';
import { describe, expect, test } from 'vitest';
import { limits } from '../../../src/shared/limits.ts';
import { findFunction } from '../../../stack/netlify/functions.ts';
import { callableFunctions } from './limited-site.ts';

const functions = await callableFunctions();

describe('exactly one function answers a call', () => {
  const paths = [...new Set(routes.map(({ path }) => path))];
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
  test.each(paths)('%s', (pattern) => {
    const path = pattern.replace(/:\w+/g, 'sample');
    for (const method of methods) expect(findFunction(functions, method, path)).not.toBeNull();
    for (const other of [`${path}/`, `${path}/more`, path.toUpperCase()])
      for (const method of methods) expect(() => findFunction(functions, method, other)).not.toThrow();
  });

  test.each(routes)('$method $path has the rate rule that its route declares', ({ method, path, rate }) => {
    const answeringFunction = findFunction(functions, method, path.replace(/:\w+/g, 'sample'));
    expect(answeringFunction?.config.rateLimit).toMatchObject({
      windowSize: 60,
      windowLimit: limits.perNetwork[rate ?? 'other'],
    });
  });

  test('no function answers a page', () => {
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
      expect(findFunction(functions, 'GET', path)).toBeNull();
  });
});
