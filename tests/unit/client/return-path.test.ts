import { expect, test } from 'vitest';
import { homeOfMembers, loginFor, returnPath } from '../../../src/client/accounts/return-path.ts';

const origin = 'https://kithbook.example';
const to = (next: string): string => returnPath(`?${new URLSearchParams({ next }).toString()}`, origin);

test('a visitor comes back to the path, query and hash that they asked for', () => {
  const here = { pathname: '/affiliate-admin', search: '?q=a%26b&page=2', hash: '#row-7' };
  const login = new URL(loginFor(here), origin);
  expect(login.pathname).toBe('/login');
  expect(returnPath(login.search, origin)).toBe('/affiliate-admin?q=a%26b&page=2#row-7');
});

test('without a target it is the dashboard', () => {
  expect(returnPath('', origin)).toBe(homeOfMembers);
  expect(to('')).toBe(homeOfMembers);
});

test('no target leads to another site, or back to /login', () => {
  const wrongs = [
    'https://evil.example/',
    '//evil.example/affiliate-admin',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '///evil.example',
    'javascript:alert(1)',
    'affiliate-admin',
    ' /affiliate-admin',
    'https:evil.example',
    '/login',
    '/login?next=/login',
    '/login/',
    '/x/../login',
    '/.//evil.example',
    '/..//evil.example',
    '/x/..//evil.example',
  ];
  for (const wrong of wrongs) expect([wrong, to(wrong)]).toEqual([wrong, homeOfMembers]);
});

test('a target of this site stays on this site whatever it holds', () => {
  for (const next of ['/affiliate-profile', '/a?b=//evil.example', '/@evil.example', '/%2F%2Fevil.example'])
    expect(new URL(to(next), origin).origin).toBe(origin);
});
