import { expect, test } from 'vitest';
import { count, digitsIn, fileSize } from '../../../src/shared/text.ts';

test.each([
  [0, '0 bytes'],
  [81, '81 bytes'],
  [1_000, '1 KB'],
  [48_211_034, '48.2 MB'],
  [2_500_000_000, '2.5 GB'],
  [7_000_000_000_000, '7,000 GB'],
])('%d bytes are %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text);
});

test.each([
  [0, '0 payouts'],
  [1, '1 payout'],
  [2, '2 payouts'],
  [1_240, '1,240 payouts'],
])('%d payouts are counted as %s', (number, text) => {
  expect(count(number, 'payout')).toBe(text);
});

test('a phrase with an irregular plural follows its number', () => {
  expect(count(1, 'address is', 'addresses are')).toBe('1 address is');
  expect(count(2, 'address is', 'addresses are')).toBe('2 addresses are');
});

test.each(['123456', ' 123 456\t', '123\u2009456\u200b', '123.456\r\n', '１２３４５６', '١٢٣٤٥٦', '1២٣४𝟻６'])(
  'the digits of %j are 123456',
  (text) => {
    expect(digitsIn(text)).toBe('123456');
  },
);

test.each(['', 'abc', '½²①Ⅷ', '\u200b'])('%j has no digits', (text) => {
  expect(digitsIn(text)).toBe('');
});
