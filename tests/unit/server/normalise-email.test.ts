import { expect, it } from 'vitest';
import { normaliseEmail } from '../../../src/server/domain/purchase/normalise-email.ts';

it.each([
  [' Ada@Kithbook.example ', 'ada@kithbook.example'],
  ['Ada@GMail.com', 'ada@gmail.com'],
  ['ada+shop@gmail.com', 'ada@gmail.com'],
  ['a.d.a+x+y@googlemail.com', 'ada@gmail.com'],
])('takes %j and %s for one person', (typed, person) => {
  expect(normaliseEmail(typed)).toBe(person);
});

it.each([
  'ada+shop@kithbook.example',
  'a.d.a@kithbook.example',
  'ada+x@gmail.com.example',
  'a.d.a@notgmail.com',
  'gmail.com',
])('takes %s for itself: dots and tags mean nothing at Gmail only', (typed) => {
  expect(normaliseEmail(typed)).toBe(typed);
});
