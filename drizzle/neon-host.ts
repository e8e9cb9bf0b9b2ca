/** True for a host of Neon. */
export function isNeonHost(hostname: string): boolean {
  return /\.neon\.(tech|build)$/i.test(hostname);
}

/** True for a host of Neon’s connection pooler: `ep-…-pooler.…neon.tech`. */
export function isPooled(hostname: string): boolean {
  return /^[^.]+-pooler\./i.test(hostname);
}

/** Returns the address without Neon’s pooler, because a migration needs its own session. */
export function directAddress(url: string): string {
  const address = new URL(url);
  if (isNeonHost(address.hostname)) address.hostname = address.hostname.replace('-pooler.', '.');
  return address.href;
}
