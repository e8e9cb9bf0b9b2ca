import { expect, test } from 'vitest';
import { parseInput } from '../../../../../src/server/frame/http/input.ts';
import { customerInput } from '../../../../../src/shared/schemas/customer.ts';
import { refusal } from '../../frame/http/refusal.ts';

const emailOfLength = (email: number) => `${'a'.repeat(email - '@mail.example'.length)}@mail.example`;

const cases: [string, unknown, object][] = [
  ['no fields', {}, { code: 'email-required' }],
  ['all null', { name: null, email: null }, { code: 'email-required' }],
  ['no address', { email: 'nobody' }, { code: 'email-invalid', fields: [{ field: 'email' }] }],
  ['a header in the address', { email: 'a@mail.example\r\nBcc: b@mail.example' }, { code: 'email-invalid' }],
  ['an address of 256', { email: emailOfLength(256) }, { code: 'email-invalid' }],
  [
    'a name of 101',
    { name: 'x'.repeat(101), email: 'a@mail.example' },
    { code: 'invalid', fields: [{ field: 'name' }] },
  ],
  [
    'NUL in the name',
    { name: 'a\0b', email: 'a@mail.example' },
    { code: 'invalid', fields: [{ field: 'name' }] },
  ],
  [
    'a name over two lines',
    { name: 'a\nb', email: 'a@mail.example' },
    { code: 'invalid', fields: [{ field: 'name', message: 'Contains characters that cannot be stored' }] },
  ],
  ['a name that runs backwards', { name: 'a\u202eb', email: 'a@mail.example' }, { code: 'invalid' }],
  ['a number as the name', { name: 7, email: 'a@mail.example' }, { code: 'invalid' }],
  ['null', null, { code: 'invalid' }],
];

test.each(cases)('parseInput rejects a sign-up with %s', (_case, body, problem) => {
  expect(refusal(() => parseInput(customerInput, body))).toMatchObject(problem);
});

const invisible = ['\u200b', '\u3164', '\u00ad', '\u2800', '\u2060', '\ufeff', '\u{E0020}', ' \u200b \u00a0'];

test('parseInput turns a name of invisible characters into null', () => {
  for (const name of invisible)
    expect(parseInput(customerInput, { name, email: 'a@mail.example' })).toEqual({
      name: null,
      email: 'a@mail.example',
      newsletter: false,
    });
  expect(parseInput(customerInput, { name: 'A\u200dB', email: null }).name).toBe('A\u200dB');
});

test('parseInput returns an email with an ASCII host and without invisible characters', () => {
  for (const [typed, stored] of [
    ['user@xn--mller-kva.example', 'user@xn--mller-kva.example'],
    ['user@例え.example', 'user@xn--r8jz45g.example'],
    ['\u200buser@mail.example\u00ad ', 'user@mail.example'],
  ])
    expect(parseInput(customerInput, { email: typed }).email).toBe(stored);
});
