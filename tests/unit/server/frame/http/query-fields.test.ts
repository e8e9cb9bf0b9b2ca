import { routes } from '../../../../call-names.ts';
import { expect, test } from 'vitest';

test('no call has personal data in its query: check a new field before adding it to this list', () => {
  const fields = new Set(routes.flatMap(({ query }) => Object.keys(query?.shape ?? {})));
  expect([...fields].sort()).toEqual([
    'affiliate',
    'again',
    'cursor',
    'format',
    // The code of an owner's link, the same for everybody who follows it.
    'from',
    'id',
    'kind',
    'limit',
    'month',
    // The page, plan or file of a counted event.
    'of',
    'page',
    'q',
    'sort',
    'state',
    // The signed id of a newsletter subscription.
    'token',
    'unit',
    // The version of a receipt.
    'version',
  ]);
});
