import { expect, test } from 'vitest';
import { networkOf } from '../../../src/server/http/types.ts';

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001::4:5:6:7:8', '2001:0:0:4::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s is one of %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('the neighbours of a network are others', () => {
  expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'));
});

test('an IPv4 address is a caller, in either form', () => {
  expect(networkOf('192.0.2.1')).toBe('192.0.2.1');
  expect(networkOf('::ffff:192.0.2.1')).not.toBe(networkOf('::ffff:192.0.2.2'));
  expect(networkOf('::ffff:192.0.2.1')).toBe(networkOf('::FFFF:c000:201'));
});

test.each([
  '',
  'somewhere',
  '192.0.2.1:443',
  '1::2::3',
  '2001:db8',
  '12345::1',
  '::1]/#:',
  '::1@::1',
  'a.b:c',
])('what is no address stays as it is: "%s"', (text) => {
  expect(networkOf(text)).toBe(text);
});
