import { describe, expect, it } from 'vitest';
import { centsToDecimal, decimalToCents, formatUsd, shareOf } from '../../../src/shared/money.ts';

describe('money', () => {
  it('converts cents to decimals and back without loss', () => {
    for (const cents of [0, 1, 9, 10, 99, 100, 4_999, 5_999, 123_456_789, -1, -5_999])
      expect(decimalToCents(centsToDecimal(cents))).toBe(cents);
    expect(centsToDecimal(0)).toBe('0.00');
  });

  it('reads one decimal place, or none', () => {
    expect([decimalToCents('59.9'), decimalToCents('59')]).toEqual([59_90, 59_00]);
  });

  it('refuses text that is not a plain decimal with at most two places', () => {
    for (const text of ['', ' 1', '1.234', '1e3', '1,00', 'NaN', '.5', '1.', '0x1', '-', '٣'])
      expect(decimalToCents(text)).toBeNull();
  });

  it('formats dollars', () => {
    expect(formatUsd(5_999)).toBe('$59.99');
    expect(formatUsd(-5)).toBe('-$0.05');
  });

  it('rounds a share half up to the cent', () => {
    expect(shareOf(49_99, 2_500)).toBe(12_50);
    expect(shareOf(49_99, 1_000)).toBe(5_00);
    expect(shareOf(59_99, 2_500)).toBe(15_00);
    expect(shareOf(2, 2_500)).toBe(1);
    expect(shareOf(1, 2_500)).toBe(0);
    expect([shareOf(4_999, 1), shareOf(5_000, 1)]).toEqual([0, 1]);
  });
});
