import { expect, test } from 'vitest';
import { isEmail } from '../../../src/shared/email.ts';
import { customerInput } from '../../../src/shared/schemas/customer.ts';

const isTaken = (email: string): boolean => customerInput.safeParse({ email }).success;

test.each(['ann@mail.example', 'ann.o-neil+list@sub.mail.example', ' ann@mail.example ', 'ANN@MAIL.EXAMPLE'])(
  'the browser lets pass what the server takes: %j',
  (email) => {
    expect(isEmail(email)).toBe(true);
    expect(isTaken(email)).toBe(true);
  },
);

test.each([
  'ann',
  'ann@',
  '@mail.example',
  'ann@mail',
  'ann@mail.',
  'a nn@mail.example',
  'änn@mail.example',
  '.ann@mail.example',
  'an..n@mail.example',
])('the browser names what the server would refuse: %j', (email) => {
  expect(isEmail(email)).toBe(false);
  expect(isTaken(email)).toBe(false);
});
