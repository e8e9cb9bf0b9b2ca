import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { callNames } from '../../../call-names.ts';
import { catalog } from '../../../../src/shared/problems.ts';
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

test.each(operations)(
  '$method $path has valid examples, and errors of their status',
  ({ path, method, operation }) => {
    for (const { place, content } of contents(operation)) {
      if (place.at(-1) !== 'application/json') continue;
      const fullPath = ['paths', path, method, ...place];
      expect(content.example, place.join(' ')).toBeDefined();
      expect(schemaErrors([...fullPath, 'schema'], content.example), place.join(' ')).toBeNull();
    }
    for (const [status, { content = {}, headers = {} }] of Object.entries(operation.responses)) {
      // This header names the file.
      if ('text/csv' in content) expect(Object.keys(headers)).toContain('Content-Disposition');
      // The pages behind the links of mails answer people, not programs.
      const isPage = path.startsWith('/api/newsletter/') && 'text/html' in content;
      if (Number(status) < 400 || isPage) continue;
      const example = content['application/json']?.example as { code: keyof typeof catalog };
      expect(catalog[example.code].status).toBe(Number(status));
    }
  },
);

test('an answer that differs from the document is found', () => {
  const headers = new Headers({ 'content-type': 'application/json' });
  const check = (body: object) => () => {
    assertMatchesDescription('GET', '/api/health', { status: 200, headers, body });
  };
  expect(check({ status: 'ok', database: 'ok' })).not.toThrow();
  expect(check({ status: 'ok', database: 'ok', more: 1 })).toThrow();
});
