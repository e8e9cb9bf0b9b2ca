import { describe, expect, it } from 'vitest';
import { currentTerms } from '../../../src/shared/program.ts';
import {
  codePrefix,
  codesInLink,
  findCode,
  isSignUpCode,
  newCode,
  normalizeCode,
  referralCookieAge,
  referralWindowSeconds,
} from '../../../src/shared/referral.ts';

describe('referral', () => {
  it('normalizes letter case, spaces, invisible and full-width characters of a code', () => {
    for (const text of ['  ADA0001 ', 'ada\u00ad0001\u200b', 'ａｄａ０００１'])
      expect(normalizeCode(text)).toBe('ada0001');
  });

  it('finds in a typed text the most likely code of a link', () => {
    for (const text of [
      'Ada0001.',
      '“ada0001”',
      'ada0001\u200b',
      'ada 0001',
      'https://kithbook.example/buy?ref=ada0001',
    ])
      expect(findCode(text)).toBe('ada0001');
    for (const text of ['', '\u200b', 'default', '…']) expect(findCode(text)).toBeNull();
  });

  it('reads every kind of dash in a code, and no part of a word of another alphabet', () => {
    for (const dash of ['\u2010', '\u2011', '\u2013', '\u2212', '\uff0d'])
      expect(codesInLink(`my${dash}code`)).toEqual(['my-code']);
    for (const text of ['\u0430da0001', 'ada0001\u0430', 'ädä0001']) expect(codesInLink(text)).toEqual([]);
  });

  it('rejects text that cannot be a code', () => {
    for (const text of ['', ' ', 'a b', '<script>', 'x'.repeat(33), '-a', 'ada0001;', 'default', 'ädä0001'])
      expect(normalizeCode(text)).toBeNull();
  });

  it.each([
    'ada0001',
    'ADA0001',
    ' ada0001 ',
    'ada0001.',
    'ada0001)',
    'ada0001/',
    'ada0001%2522%3E',
    'ada0001&quot;',
    'ada0001”',
    '<ada0001>',
    '**ada0001**',
    'ada0001&utm_source=mail',
    'ada0001…',
    '\u200bada0001\ufeff',
    'ada 0001',
    'ada0001\u00a0',
    'ａｄａ０００１',
    '3Dada0001',
    'ada0001=',
    'ref=ada0001',
    'https://kithbook.example/?ref=ada0001',
    'ada0001 and some words after it',
  ])('finds ada0001 in the link value %j', (value) => {
    expect(codesInLink(value)).toContain('ada0001');
  });

  it('returns a possible code as it is before its repaired variants', () => {
    expect(codesInLink('3day-_')).toEqual(['3day-_', '3day', 'ay-_']);
  });

  it.each(['', ' ', '.', '😀', 'default', 'x'.repeat(33), '\u200b'])('finds no code in %j', (value) => {
    expect(codesInLink(value)).toEqual([]);
  });

  it('counts a click for 60 days, including the last second', () => {
    expect(referralWindowSeconds(currentTerms())).toBe(5_184_000);
    expect(referralCookieAge(currentTerms())).toBe(5_184_001);
  });
});

describe('the code of a sign-up', () => {
  it.each([
    ['ada@kithbook.example', 'ada'],
    ['Ada.Lovelace+list@kithbook.example', 'adalov'],
    ['x_y-z@kithbook.example', 'xyz'],
    ['ünïcode9@kithbook.example', 'ncode9'],
    ['---@kithbook.example', ''],
  ])('%s begins with %j', (email, prefix) => {
    expect(codePrefix(email)).toBe(prefix);
  });

  it('ends with four digits, including zeros', () => {
    expect(newCode('ada@kithbook.example', () => 0)).toBe('ada0000');
    expect(newCode('ada@kithbook.example', () => 0.0042)).toBe('ada0042');
    expect(newCode('ada@kithbook.example', () => 0.99999)).toBe('ada9999');
    for (let turn = 0; turn < 100; turn += 1)
      expect(isSignUpCode('Ada.L@kithbook.example', newCode('Ada.L@kithbook.example'))).toBe(true);
  });

  it('needs the prefix and exactly four digits', () => {
    for (const code of ['bob0001', 'ada001', 'ada00001', 'ada', 'ADA0001', 'ada000a', 'xada0001'])
      expect(isSignUpCode('ada@kithbook.example', code)).toBe(false);
  });
});
