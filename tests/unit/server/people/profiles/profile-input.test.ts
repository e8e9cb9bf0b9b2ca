import { expect, test } from 'vitest';
import { parseInput } from '../../../../../src/server/frame/http/input.ts';
import { profileInput } from '../../../../../src/shared/schemas/profile.ts';
import { refusal } from '../../frame/http/refusal.ts';

const email = (length: number) => `${'a'.repeat(length - '@mail.example'.length)}@mail.example`;
const picture = (length: number) => `https://p.example/${'p'.repeat(length - 'https://p.example/'.length)}`;

const cases: [what: string, body: object, field: string, code?: string][] = [
  ['no user id', {}, 'userId', 'profile-user-id-required'],
  ['a blank user id', { userId: ' \n' }, 'userId', 'profile-user-id-required'],
  ['a user id of 129', { userId: 'u'.repeat(129) }, 'userId'],
  ...['a b', 'a/b', 'a%2Fb', '..', 'a\u200bb', 'a\u202eb'].map((userId): [string, object, string, string] => [
    `the user id ${JSON.stringify(userId)}`,
    { userId },
    'userId',
    'profile-user-id-shape',
  ]),
  ['a number as the user id', { userId: 7 }, 'userId', 'profile-user-id-required'],
  ['a name of 101', { name: 'x'.repeat(101) }, 'name'],
  ['a name over two lines', { name: 'a\nb' }, 'name'],
  ['a name that runs backwards', { name: 'a\u202eb' }, 'name'],
  ['an email of 256', { email: email(256) }, 'email', 'email-invalid'],
  ['no email', { email: 'nobody' }, 'email', 'email-invalid'],
  ['a header in the email', { email: 'a@mail.example\r\nBcc: b@mail.example' }, 'email', 'email-invalid'],
  ['a phone of 21', { phone: '1'.repeat(21) }, 'phone'],
  ...['phone', '+', '#*,/', '555;0199', '1\t2', '1\\2', '1?2', '５５５', '<b>1</b>'].map(
    (phone): [string, object, string, string] => [
      `the phone ${phone}`,
      { phone },
      'phone',
      'profile-phone-shape',
    ],
  ),
  ['a picture of 2049', { pictureUrl: picture(2_049) }, 'pictureUrl'],
  ...[
    'http://p.example/a.png',
    'javascript:alert(1)',
    'data:image/png;base64,AA==',
    'p.example/a.png',
    'https://user:password@p.example/',
    'https://p.example\\@q.example/',
    'https://p.example/a b',
  ].map((pictureUrl): [string, object, string, string] => [
    `the picture ${JSON.stringify(pictureUrl)}`,
    { pictureUrl },
    'pictureUrl',
    'profile-picture-shape',
  ]),
  ...['facebookId', 'linkedinId'].flatMap((field): [string, object, string, string?][] => [
    [`a ${field} of 101`, { [field]: 'x'.repeat(101) }, field],
    ...['https://www.facebook.com/ada', 'ada/..', '..', 'ada?x', '@ada', 'ada b', 'ädä', '<b>'].map(
      (text): [string, object, string, string] => [
        `the ${field} ${text}`,
        { [field]: text },
        field,
        'profile-link-shape',
      ],
    ),
  ]),
  ...['name', 'email', 'phone', 'pictureUrl', 'facebookId', 'linkedinId'].flatMap(
    (field): [string, object, string][] => [
      [`NUL in ${field}`, { [field]: 'a\0b' }, field],
      [`a number as ${field}`, { [field]: 7 }, field],
      [`an object as ${field}`, { [field]: { $ne: null } }, field],
    ],
  ),
  ['NUL in the user id', { userId: 'a\0b' }, 'userId'],
];
test.each(cases)('parseInput rejects a profile with %s', (_case, fields, field, code) => {
  const sent = field === 'userId' ? fields : { userId: 'user', ...fields };
  const problem = refusal(() => parseInput(profileInput, sent));
  expect(problem).toMatchObject({ code: code ?? 'invalid', fields: [{ field }] });
  expect(problem.fields).toHaveLength(1);
});

test.each<[string, object]>([
  ['every kind of allowed character', { userId: 'a.b_c-d~e!f$g&h\'(i)*+,;=:@é漢😀|^"<>{}[]`' }],
  ['direction marks and joined emoji', { name: 'שלום\u200f 👩‍👧' }],
  ...['7', '555.0199 ext 12', '030/1234567', '+49 30 1234#12', '555 0199,12', '*100#'].map(
    (phone): [string, object] => [`the phone ${phone}`, { phone }],
  ),
  ['a port and a query', { pictureUrl: 'https://p.example:8443/a.png?u=a:b@c#d' }],
])('parseInput accepts a profile with %s', (_case, fields) => {
  expect(parseInput(profileInput, { userId: 'user', ...fields })).toMatchObject(fields);
});
