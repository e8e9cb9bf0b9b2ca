import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePayoutReference, payoutReference } from '../../../src/shared/payout-file.ts';

test('a reference fits PayPal’s file and belongs to one id', () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      const reference = payoutReference(id);
      expect(reference).toMatch(/^[0-9a-z]{25}$/);
      expect(parsePayoutReference(reference)).toBe(id);
      expect(parsePayoutReference(reference.toUpperCase())).toBe(id);
    }),
  );
  expect(parsePayoutReference(payoutReference('00000000-0000-0000-0000-000000000000'))).toBe(
    '00000000-0000-0000-0000-000000000000',
  );
});

test.each(['', 'zzzzzzzzzzzzzzzzzzzzzzzzz', '0199a3c1-5b20-7d11-8a4e-2f7b6c0d9e10', 'a b'])(
  '“%s” is not a reference',
  (text) => {
    expect(parsePayoutReference(text)).toBeNull();
  },
);
