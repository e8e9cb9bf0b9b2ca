import { expect, test } from 'vitest';
import { wasNeverSent } from '../../../../../src/server/frame/db/errors.ts';

const connecting = Object.assign(new Error('connect ECONNREFUSED'), { syscall: 'connect' });
const driver = (sourceError: Error) =>
  Object.assign(new Error('Error connecting to database'), { sourceError });

test.each([
  ['a refused connection', driver(connecting), true],
  ['a refused connection to each of two addresses', driver(new AggregateError([connecting])), true],
  ['a database that could not be woken up', new Error("Couldn't connect to compute node"), true],
  [
    'a connection that broke',
    driver(Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })),
    false,
  ],
  ['a time that is over', new Error('No answer in time: database'), false],
  ['an error of PostgreSQL', Object.assign(new Error('disk full'), { code: '53100' }), false],
])('%s shows whether a statement was never sent', (_what, error, expected) => {
  expect(wasNeverSent(error)).toBe(expected);
});
