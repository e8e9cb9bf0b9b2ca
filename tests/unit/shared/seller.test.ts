import { expect, test } from 'vitest';
import { isSellerInvented } from '../../../src/shared/seller.ts';
import { site } from '../../../src/shared/site.ts';

const real = {
  name: 'Paper and Ink GmbH',
  street: 'Kirchgasse 3',
  town: '89073 Ulm',
  country: 'Germany',
  register: 'Amtsgericht Ulm, HRB 7',
  taxNumber: 'DE123456789',
  person: 'Ada Binder',
};

test('the seller of the repository counts as invented, a real one does not', () => {
  expect(isSellerInvented()).toBe(true);
  expect(isSellerInvented(real)).toBe(false);
});

test.each(Object.keys(real))(
  'a seller whose %s is empty or left from the example counts as invented',
  (detail) => {
    expect(isSellerInvented({ ...real, [detail]: ' ' })).toBe(true);
    expect(isSellerInvented({ ...real, [detail]: site.seller[detail as keyof typeof real] })).toBe(true);
  },
);
