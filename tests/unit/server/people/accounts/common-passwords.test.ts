import { describe, expect, it } from 'vitest';
import { commonPasswords } from '../../../../../src/server/people/accounts/common-passwords.ts';
import { isCommonPassword } from '../../../../../src/server/people/accounts/leaked-passwords.ts';
import { minPasswordLength } from '../../../../../src/shared/passwords.ts';
import { site } from '../../../../../src/shared/site.ts';

describe('the list of common passwords', () => {
  it('has 3,000 different passwords', () => {
    expect(commonPasswords).toHaveLength(3_000);
    expect(new Set(commonPasswords).size).toBe(3_000);
  });

  it('has lowercase passwords without spaces that are long enough', () => {
    for (const password of commonPasswords) {
      expect(password.length).toBeGreaterThanOrEqual(minPasswordLength);
      expect(password).toMatch(/^[!-~]+$/);
      expect(password).toBe(password.toLowerCase());
    }
  });

  it('begins with the most common', () => {
    expect(commonPasswords.slice(0, 3)).toEqual(['123456', 'password', '12345678']);
  });
});

describe('isCommonPassword', () => {
  it.each(['123456', 'password', 'qwerty123', 'iloveyou', 'letmein', 'Password', 'ILOVEYOU', 'Abc123'])(
    'is true for %s',
    async (password) => {
      expect(await isCommonPassword(password)).toBe(true);
    },
  );

  it.each([
    site.product,
    `${site.product.toLowerCase()}2026!`,
    `  ${site.product} 1`,
    'Address-Book1',
    'AFFILIATE',
    'admin123456',
  ])('is true for %j, a word that everybody knows about this site', async (password) => {
    expect(await isCommonPassword(password)).toBe(true);
  });

  it.each([
    '',
    ' password',
    'password ',
    `my own ${site.product}`,
    'pass word',
    'q7#Vd!2mLx09-unheard-of',
    '🙂🙂🙂🙂',
  ])('is false for %j', async (password) => {
    expect(await isCommonPassword(password)).toBe(false);
  });
});
