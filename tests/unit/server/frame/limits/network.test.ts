import { expect, test } from 'vitest';
import { toNetwork } from '../../../../../src/server/frame/limits/network.ts';

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001::4:5:6:7:8', '2001:0:0:4::/64'],
  ['::1', '0:0:0:0::/64'],
])('the IPv6 address %s belongs to the network %s', (address, network) => {
  expect(toNetwork(address)).toBe(network);
});

test('each IPv4 address is its own network, in IPv4 or in IPv6 form', () => {
  expect(toNetwork('192.0.2.1')).toBe('192.0.2.1');
  expect(toNetwork('::ffff:192.0.2.1')).not.toBe(toNetwork('::ffff:192.0.2.2'));
  expect(toNetwork('::ffff:192.0.2.1')).toBe(toNetwork('::FFFF:c000:201'));
});

test.each(['', 'somewhere', '192.0.2.1:443', '1::2::3', '2001:db8'])(
  'toNetwork returns a text that is not an address unchanged: "%s"',
  (text) => {
    expect(toNetwork(text)).toBe(text);
  },
);
