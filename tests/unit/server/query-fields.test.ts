import { routes } from '../../call-names.ts';
import { expect, test } from 'vitest';

test("no call takes a person's address in its query: a new field must name none", () => {
  const fields = new Set(routes.flatMap(({ query }) => Object.keys(query?.shape ?? {})));
  expect([...fields].sort()).toEqual([
    'affiliate',
    'again',
    'cursor',
    'format',
    'id',
    'kind',
    'limit',
    'month',
    'q',
    'sort',
    'state',
  ]);
});
