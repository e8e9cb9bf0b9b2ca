/**
 * Returns the network that counts as one caller: an IPv4 address, or the first 64 bits of an IPv6 address, since one
 * customer of a provider has all addresses that begin with them (RFC 6177). Returns any other text as it is.
 */
export function toNetwork(address: string): string {
  const [withoutZone = ''] = address.split('%');
  if (!isIPv6(withoutZone)) return address;
  const normalized = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1);
  // An IPv4 address in the form of IPv6.
  if (normalized.startsWith('::ffff:')) return normalized;
  return `${expandGroups(normalized).slice(0, 4).join(':')}::/64`;
}

/** True for an IPv6 address. Node's `isIPv6` compiles its pattern at the first call, which takes 3 ms. */
function isIPv6(address: string): boolean {
  return /^[\da-f.]*:[\da-f:.]*$/i.test(address) && URL.canParse(`http://[${address}]`);
}

/** Returns the eight groups of an IPv6 address in the form that URLs use, where `::` stands for groups that are 0. */
function expandGroups(address: string): string[] {
  const [left = [], right = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
}
