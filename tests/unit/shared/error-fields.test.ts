import { expect, test } from 'vitest';
import { errorFields } from '../../../src/shared/error-fields.ts';

test('errorFields has a failed query without its values, and with the root cause', () => {
  const broken = new Error('relation "nowhere" does not exist');
  const wrapped = new Error('Failed query: select $1\nparams: ada@kithbook.example', { cause: broken });
  const found = errorFields(
    new Error('Failed query: select $1\nparams: ada@kithbook.example', { cause: wrapped }),
  );
  expect(found).toEqual({
    problem: 'Failed query: select $1',
    cause: 'Error: relation "nowhere" does not exist',
  });
});

test('errorFields ignores a cause that is not an error, and has the error above it', () => {
  const refused = new Error('invalid_grant', { cause: { status: 400 } });
  expect(errorFields(new Error('Not reached', { cause: refused }))).toEqual({
    problem: 'Not reached',
    cause: 'Error: invalid_grant',
  });
  expect(errorFields(refused)).toEqual({ problem: 'invalid_grant', cause: undefined });
});

test('errorFields has an error without a cause, a very long error and a thrown text', () => {
  expect(errorFields(new Error('Broken'))).toEqual({ problem: 'Broken', cause: undefined });
  expect(errorFields(new Error('x'.repeat(9_000))).problem).toHaveLength(500);
  expect(errorFields('thrown')).toEqual({ problem: 'thrown' });
});

test('errorFields omits the text that a parser quotes', () => {
  const broken = new Error('Error while parsing response data');
  try {
    JSON.parse('ada@kithbook.example');
  } catch (error) {
    broken.cause = error;
  }
  const wrapped = new Error('Not reached', { cause: broken });
  expect(errorFields(wrapped)).toEqual({ problem: 'Not reached', cause: 'SyntaxError' });
  expect(errorFields(broken.cause)).toEqual({ problem: 'SyntaxError', cause: undefined });
});
