import { expect, test } from 'vitest';
import { ownPath } from '../../../../../src/server/people/newsletter/newsletter-form.ts';

const here = 'https://kithbook.example/api/customers';

test.each([
  ['https://kithbook.example/', '/'],
  ['https://kithbook.example/why', '/why'],
  ['https://kithbook.example/why?email=ada@mail.example#newsletter', '/why'],
  ['https://kithbook.example/a%20b', '/a%20b'],
])('a form sent from %s links back to %s', (referer, path) => {
  expect(ownPath(referer, here)).toBe(path);
});

test.each([
  undefined,
  '',
  'https://evil.example/why',
  'https://kithbook.example@evil.example/why',
  'https://kithbook.example//evil.example/why',
  'https://kithbook.example/\\evil.example/why',
  'javascript:alert(1)',
])('a form sent from %j links to the home page', (referer) => {
  expect(ownPath(referer, here)).toBe('/');
});
