/** Whether a host is Neon's. */
export const isNeonHost = (hostname: string): boolean => /\.neon\.(tech|build)$/i.test(hostname);

/** Whether a host of Neon's is the pooled one: `ep-…-pooler.…neon.tech`. */
export const isPooled = (hostname: string): boolean => /^[^.]+-pooler\./i.test(hostname);

/** The address without Neon's pool: a migration needs a session of its own. */
export const directAddress = (url: string): string => {
  const address = new URL(url);
  if (isNeonHost(address.hostname)) address.hostname = address.hostname.replace('-pooler.', '.');
  return address.href;
};
