import fc from 'fast-check';
import { fromSchema } from './from-schema.ts';
import { oddText } from './odd-values.ts';
import type { Target } from './target.ts';

const uriPart = oddText.map((text) => encodeURIComponent(text.toWellFormed()));

const pathPart = fc.oneof(
  { arbitrary: uriPart, weight: 5 },
  { arbitrary: fc.uuid(), weight: 3 },
  {
    arbitrary: fc.constantFrom(
      '..',
      '.',
      '%2e%2e',
      '%',
      '%zz',
      '%00',
      '%ff',
      '%ED%A0%80',
      'a%2Fb',
      'null',
      '-1',
      ';a=b',
      '019a2f4e-8f30-7cc0-a4a2-6f0f5f6f1b1',
      '2025-13',
      '2025-00',
      '%20',
    ),
    weight: 3,
  },
);

/** Generates paths of an operation: paths of successful requests, and paths with random parameters. */
export function pathOf({ path, operation, working }: Target): fc.Arbitrary<string> {
  const pathParameters = operation.parameters.filter((parameter) => parameter.in === 'path');
  if (pathParameters.length === 0) return fc.constant(path);
  const random = fc
    .record(
      Object.fromEntries(
        pathParameters.map(({ name, example }) => [name, fc.oneof(pathPart, fc.constant(String(example)))]),
      ),
    )
    .map((values) => path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? ''));
  const workingPaths = working.map((request) => request.path.split('?')[0] ?? '');
  return workingPaths.length === 0
    ? random
    : fc.oneof({ arbitrary: random, weight: 2 }, { arbitrary: fc.constantFrom(...workingPaths), weight: 3 });
}

function asQuery(value: unknown): string {
  return encodeURIComponent(
    (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed(),
  );
}

/** Generates queries of an operation, without the question mark: empty, from successful requests, and random. */
export function queryOf({ operation, working }: Target): fc.Arbitrary<string> {
  const pair = operation.parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, schema }) =>
      fc.oneof(fromSchema(schema).map(asQuery), uriPart, fc.constant('')).map((text) => `${name}=${text}`),
    );
  const odd = fc.oneof(
    fc.tuple(uriPart, uriPart).map((parts) => parts.join('=')),
    fc.constantFrom(
      '%',
      'limit',
      'q[]=1',
      'sort=-',
      'cursor=e30',
      'a=%ff',
      '&&=',
      'limit=1e3',
      'limit=0x10',
      'limit=1&limit=2',
    ),
  );
  const workingQueries = working.map((request) => request.path.split('?')[1] ?? '');
  return fc.oneof(
    { arbitrary: fc.constant(''), weight: 1 },
    {
      arbitrary: fc
        .array(
          fc.oneof({ arbitrary: odd, weight: 1 }, ...pair.map((arbitrary) => ({ arbitrary, weight: 2 }))),
          { maxLength: 4 },
        )
        .map((pairs) => pairs.join('&')),
      weight: pair.length > 0 ? 6 : 1,
    },
    ...(workingQueries.length > 0 ? [{ arbitrary: fc.constantFrom(...workingQueries), weight: 1 }] : []),
  );
}
