import { expect, test } from 'vitest';
import { fileSize } from '../../../src/shared/text.ts';

test.each([
  [0, '0 bytes'],
  [81, '81 bytes'],
  [999, '999 bytes'],
  [1_000, '1 KB'],
  [48_211_034, '48.2 MB'],
  [999_949, '999.9 KB'],
  [2_500_000_000, '2.5 GB'],
  [7_000_000_000_000, '7,000 GB'],
])('%d bytes are %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text);
});
