import { expect, it } from 'vitest';
import { normaliseEmail } from '../../../src/shared/email.ts';

it.each([
  [' Ada@Kithbook.example ', 'ada@kithbook.example'],
  ['Ada@GMail.com', 'ada@gmail.com'],
  ['ada+shop@gmail.com', 'ada@gmail.com'],
  ['a.d.a+x+y@googlemail.com', 'ada@gmail.com'],
  ['max+shop@outlook.com', 'max@outlook.com'],
  ['max+shop@icloud.com', 'max@icloud.com'],
  ['Max+Shop@proton.me', 'max@proton.me'],
  ['ada+x@gmail.com.example', 'ada@gmail.com.example'],
])('takes %j and %s for one person', (typed, person) => {
  expect(normaliseEmail(typed)).toBe(person);
});

it.each(['a.d.a@kithbook.example', 'a.d.a@notgmail.com', '+ada@kithbook.example', 'gmail.com'])(
  'takes %s for itself: dots mean nothing at Gmail only',
  (typed) => {
    expect(normaliseEmail(typed)).toBe(typed);
  },
);
