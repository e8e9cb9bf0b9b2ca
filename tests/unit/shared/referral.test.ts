import { describe, expect, it } from 'vitest';
import { normaliseCode, referralCookieAge, referralWindowSeconds } from '../../../src/shared/referral.ts';

describe('referral', () => {
  it('takes a code in any case and with spaces around it', () => {
    expect(normaliseCode('  ADA0001 ')).toBe('ada0001');
  });

  it('takes nothing that no affiliate code can look like', () => {
    for (const text of ['', ' ', 'a b', '<script>', 'x'.repeat(33), '-a', 'ada0001;', 'default', 'ädä0001'])
      expect(normaliseCode(text)).toBeNull();
  });

  it('remembers a click for 60 days, the last second included', () => {
    expect(referralWindowSeconds).toBe(5_184_000);
    expect(referralCookieAge).toBe(5_184_001);
  });
});
