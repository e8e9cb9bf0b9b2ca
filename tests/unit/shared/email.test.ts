import { expect, test } from 'vitest';
import { isEmail } from '../../../src/shared/email.ts';
import { customerInput } from '../../../src/shared/schemas/customer.ts';

const isTaken = (email: string): boolean => customerInput.safeParse({ email }).success;

test.each([
  'ann@mail.example',
  'ann.o-neil+list@sub.mail.example',
  ' ann@mail.example ',
  'ANN@MAIL.EXAMPLE',
  'rock&roll@mail.example',
  "o'neil!#$%&*+/=?^_`{|}~-@mail.example",
  '=ann@mail.example',
  'a.b.c@1and1.example',
  'ivan@xn--e1afmkfd.xn--p1ai',
  `ann@${'m'.repeat(63)}.example`,
])('the browser lets pass what the server takes: %j', (email) => {
  expect(isEmail(email)).toBe(true);
  expect(isTaken(email)).toBe(true);
});

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
  'ann.@mail.example',
  'ann@mail..example',
  'ann@-mail.example',
  'ann@mail-.example',
  'ann@mail.example-',
  'ann@ma_il.example',
  `ann@${'m'.repeat(64)}.example`,
  'ann@ben@mail.example',
  '"ann"@mail.example',
  'ann,ben@mail.example',
  'ann;ben@mail.example',
  'ann<ben>@mail.example',
  'ann\nben@mail.example',
  'ann@mail.example\0',
])('the browser names what the server would refuse: %j', (email) => {
  expect(isEmail(email)).toBe(false);
  expect(isTaken(email)).toBe(false);
});

test.each(['a', 'a.', '.a', '..', 'a@', 'a@a.', 'a-', '-.'])(
  'of what is no address a megabyte of %j is told at once',
  (part) => {
    const begin = performance.now();
    for (const long of [
      part.repeat(500_000),
      `ann@${part.repeat(500_000)}`,
      `ann@m.${part.repeat(500_000)}_`,
    ])
      expect(isEmail(long)).toBe(false);
    expect(performance.now() - begin).toBeLessThan(2_000);
  },
);
