import { expect, it } from 'vitest';
import { normaliseEmail } from '../../../src/server/domain/purchase/normalise-email.ts';

it.each([
  ['Ada@Kithbook.example', 'ada@kithbook.example'],
  ['ada+shop@kithbook.example', 'ada@kithbook.example'],
  ['a.d.a+x@googlemail.com', 'ada@gmail.com'],
  ['a.d.a@kithbook.example', 'a.d.a@kithbook.example'],
])('takes %s and %s for one person', (typed, person) => {
  expect(normaliseEmail(typed)).toBe(person);
});
