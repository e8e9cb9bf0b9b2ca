import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { callNames } from '../../../call-names.ts';
import { catalogue } from '../../../../src/shared/problems.ts';
import {
  assertMatchesDescription,
  description,
  type OperationObject,
  schemaErrors,
} from '../../api-description.ts';

const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

test('the OpenAPI document is valid', async () => {
  expect(await new Validator().validate(structuredClone(description))).toMatchObject({ valid: true });
});

test('the document has exactly the declared calls', () => {
  const documented = operations.map(
    ({ path, method }) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
  );
  expect(documented.sort()).toEqual([...callNames].sort());
});

test('operation ids are unique', () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

function contents(operation: OperationObject) {
  return [
    ...Object.entries(operation.requestBody?.content ?? {}).map(([type, content]) => ({
      place: ['requestBody', 'content', type],
      content,
    })),
    ...Object.entries(operation.responses).flatMap(([status, { content = {} }]) =>
      Object.entries(content).map(([type, typeContent]) => ({
        place: ['responses', status, 'content', type],
        content: typeContent,
      })),
    ),
  ];
}

describe.each(operations)('$method $path', ({ path, method, operation }) => {
  test('has a valid example for every JSON body', () => {
    for (const { place, content } of contents(operation)) {
      if (place.at(-1) !== 'application/json') continue;
      const fullPath = ['paths', path, method, ...place];
      expect(content.example, place.join(' ')).toBeDefined();
      expect(schemaErrors([...fullPath, 'schema'], content.example), place.join(' ')).toBeNull();
    }
  });

  test('has the header that names a CSV file', () => {
    for (const { content = {}, headers = {} } of Object.values(operation.responses))
      if ('text/csv' in content) expect(Object.keys(headers)).toContain('Content-Disposition');
  });

  test('has errors in the error shape, with codes of their status', () => {
    for (const [status, { content }] of Object.entries(operation.responses)) {
      if (Number(status) < 400) continue;
      // The pages behind the links of mails answer people, not programs.
      if (path.startsWith('/api/newsletter/') && content && 'text/html' in content) continue;
      const example = content?.['application/json']?.example as { code: keyof typeof catalogue };
      expect(catalogue[example.code].status).toBe(Number(status));
    }
  });
});

describe('an answer that differs from the document is found:', () => {
  const headers = new Headers({ 'content-type': 'application/json', 'retry-after': '5' });
  const check =
    (status: number, body: unknown, address = '/api/health') =>
    () => {
      assertMatchesDescription('GET', address, { status, headers, body });
    };

  test.each([
    ['another status', check(418, {})],
    ['a field too many', check(200, { status: 'ok', database: 'ok', more: 1 })],
    ['a field too few', check(200, { status: 'ok' })],
    ['a code of another status', check(503, { error: 'x', code: 'invalid', requestId: 'x' })],
    [
      'an error of a profile call without its message',
      check(404, { error: 'x', code: 'profile-not-found', requestId: 'x' }, '/api/user-profiles/user/x'),
    ],
  ])('%s', (_case, answer) => {
    expect(answer).toThrow();
  });

  test('a missing header, unless it is optional', () => {
    expect(check(200, [], '/api/customers')).toThrow('X-Total-Count');
    expect(check(200, [], '/api/affiliates')).not.toThrow();
  });

  test('an answer that matches the document passes', () => {
    expect(check(200, { status: 'ok', database: 'ok' })).not.toThrow();
  });
});
