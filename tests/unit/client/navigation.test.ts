import { expect, test } from 'vitest';
import { affiliatePath, loginPath, memberHome, returnPath } from '../../../src/client/accounts/navigation.ts';

const origin = 'https://kithbook.example';
function to(next: string): string {
  return returnPath(`?${new URLSearchParams({ next }).toString()}`, origin);
}

test('a login returns to the path, query and hash before it', () => {
  const here = { pathname: '/affiliate-admin', search: '?q=a%26b&page=2', hash: '#row-7' };
  const login = new URL(loginPath(here), origin);
  expect(login.pathname).toBe('/login');
  expect(returnPath(login.search, origin)).toBe('/affiliate-admin?q=a%26b&page=2#row-7');
});

test('a login without a target leads to the dashboard', () => {
  expect(returnPath('', origin)).toBe(memberHome);
  expect(to('')).toBe(memberHome);
});

test('no target leads to another site or to /login', () => {
  const targets = [
    'https://evil.example/',
    '//evil.example/affiliate-admin',
    '/\\evil.example',
    '\\\\evil.example',
    '///evil.example',
    'javascript:alert(1)',
    'affiliate-admin',
    '/login',
    '/x/../login',
    '/.//evil.example',
  ];
  for (const target of targets) expect([target, to(target)]).toEqual([target, memberHome]);
});

test('the path of a closed affiliate sets the filter for closed records', () => {
  expect(affiliatePath({ code: 'ada0001', email: 'ada@mail.example' })).toBe('/affiliate-admin?q=ada0001');
  expect(affiliatePath({ code: 'ada0001', email: null })).toBe('/affiliate-admin?q=ada0001&state=closed');
});
