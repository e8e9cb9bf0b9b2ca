import { expect, test } from 'vitest';
import type { Operation } from '../../../src/server/openapi/operation.ts';
import { groups } from '../../../src/server/openapi/operations.ts';

test("no call takes a person's address in its query: a new field must name none", () => {
  const operations: readonly Operation[] = groups.flatMap(({ operations: ofGroup }) =>
    Object.values(ofGroup),
  );
  const fields = new Set(operations.flatMap(({ query }) => Object.keys(query?.shape ?? {})));
  expect([...fields].sort()).toEqual([
    'affiliate',
    'again',
    'cursor',
    'format',
    'id',
    'limit',
    'month',
    'q',
    'sort',
    'state',
  ]);
});
