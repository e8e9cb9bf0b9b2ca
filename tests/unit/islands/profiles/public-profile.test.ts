import { afterEach, describe, expect, it, vi } from 'vitest';
import { initialsOf } from '../../../../src/shared/text.ts';
import {
  facebookLink,
  findPublicProfile,
  linkedinLink,
  mailLink,
  phoneLink,
  userIdIn,
} from '../../../../src/islands/profiles/public-profile.ts';
import { problemText } from '../../../../src/shared/problem-texts/common.ts';

describe('the user ID in an address', () => {
  it.each([
    ['/profile/ada', 'ada'],
    ['/profile/ada/', 'ada'],
    ['/profile/%C3%A4da', 'äda'],
    ['/profile/a%2525b', 'a%25b'],
  ])('%s is decoded once to %s', (path, id) => {
    expect(userIdIn(path)).toBe(id);
  });

  it.each(['/profile', '/profile/', '/profile/a/b', '/profile/a%2Fb', '/profile/%E0%A4%A', '/profile/..'])(
    '%s has no user ID',
    (path) => {
      expect(userIdIn(path)).toBeNull();
    },
  );
});

describe('the result of loading a profile', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  const page = { headers: { 'content-type': 'text/html' } };
  it.each([
    ['the API’s 404', Response.json({ error: 'Profile not found' }, { status: 404 }), { kind: 'missing' }],
    [
      'a web page with status 404',
      new Response('<!doctype html>', { ...page, status: 404 }),
      { kind: 'failed' },
    ],
    ['null', Response.json(null), { kind: 'empty' }],
    ['an empty object', Response.json({}), { kind: 'empty' }],
    [
      'JSON without content',
      new Response('', { headers: { 'content-type': 'application/json' } }),
      { kind: 'empty' },
    ],
    [
      'Netlify’s rate limit',
      new Response('', { status: 429 }),
      { kind: 'failed', detail: problemText('too-many-requests') },
    ],
  ])('after %s is %o', async (_case, response, found) => {
    vi.stubGlobal('fetch', () => Promise.resolve(response));
    expect(await findPublicProfile('ada')).toMatchObject(found);
  });
});

describe('the links of a profile', () => {
  it('a mailto link cannot add headers', () => {
    expect(mailLink('ada@mail.example')).toBe('mailto:ada@mail.example');
    expect(mailLink('a?bcc=eve@mail.example')).toBe('mailto:a%3Fbcc%3Deve@mail.example');
  });

  it.each([
    ['+1 (555) 010-99', 'tel:+155501099'],
    ['(+46) 8 555', 'tel:+468555'],
    ['555.0100 ext. 7', 'tel:5550100;ext=7'],
    ['030/1234567', 'tel:0301234567'],
    ['+44 (0)20 7946 0000', 'tel:+442079460000'],
    ['(0) 30 1234567', 'tel:0301234567'],
    ['+49 30 1234#12', 'tel:+49301234;ext=12'],
    ['555 0100,12', 'tel:5550100;ext=12'],
    ['*100#', 'tel:*100%23'],
  ])('a tel link for %s is %s', (phone, link) => {
    expect(phoneLink(phone)).toBe(link);
  });

  it('links to Facebook and LinkedIn escape the id', () => {
    expect(facebookLink('ada.l')).toBe('https://www.facebook.com/ada.l');
    expect(linkedinLink('ada-l')).toBe('https://www.linkedin.com/in/ada-l');
    expect(linkedinLink('../a?b#c')).toBe('https://www.linkedin.com/in/..%2Fa%3Fb%23c');
  });
});

describe('initials', () => {
  it.each([
    ['Inês de Carvalho', 'IC'],
    ['山田 太郎', '山太'],
    ['', ''],
  ])('of “%s” are “%s”', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});
