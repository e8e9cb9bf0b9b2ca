import { describe, expect, test } from 'vitest';
import { oneTimeCodesInLink, tokenInLink } from '../../../src/shared/link-tokens.ts';

const token = '01890a5d-ac96-774b-bcce-b302099a8057.Zk3pU_xyGJ8mW-a1B2c3D4e5F6g7H8i9J0k1L2m3N4_';

/** Ends that mail programs, chats, and copy and paste give to a link. */
const endings = [
  '',
  '.',
  ',',
  '?',
  ').',
  '/',
  '*',
  '_',
  '"',
  '”',
  '…',
  '&utm_source=x',
  '&amp;utm_source=x',
  '#:~:text=all',
  '%20',
  '%0d%0a',
  '%22',
  '%2520',
  '=',
  '=3D',
  '&quot;',
  ' ',
  '\r',
  '\t',
  '\u200b',
  ' and some words',
];

describe('a token is found', () => {
  test.each(endings)('with %j at its end', (ending) => {
    expect(tokenInLink(token + ending)).toBe(token);
  });

  test.each(['#', '<', '(', '"', '=3D', '3D', '%3D', '\u200b', ' ', 'token=', '%23', '*_'])(
    'with %j at its start',
    (start) => {
      expect(tokenInLink(start + token)).toBe(token);
    },
  );

  test.each(['\u200b', '\u00ad', '=\r\n', '\r\n ', '%20', '%E2%80%8B'])('with %j in it', (added) => {
    for (const place of [8, 30, 37, 60])
      expect(tokenInLink(token.slice(0, place) + added + token.slice(place))).toBe(token);
  });
});

test.each([
  '',
  'content',
  token.slice(0, -1),
  `${token}x`,
  token.slice(1),
  token.replace('.', ''),
  token.replace('.', '..'),
  token.toUpperCase(),
  token.replace('01890a5d', '01890g5d'),
])('no token is found in %j', (text) => {
  expect(tokenInLink(text)).toBeNull();
});

test.each(endings)('a one-time code is found with %j at its end', (ending) => {
  expect(oneTimeCodesInLink(`aB3-x_9Qz${ending}`)).toContain('aB3-x_9Qz');
});

test('a one-time code is tried as it is before its repaired variants', () => {
  expect(oneTimeCodesInLink('3DaB3_')).toEqual(['3DaB3_', '3DaB3', 'aB3_']);
  expect(oneTimeCodesInLink(' . ')).toEqual([]);
});
