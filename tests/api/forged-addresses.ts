/** Headers that a client can set to fake its IP address. */
export const addressHeaders = [
  'x-forwarded-for',
  'x-nf-client-connection-ip',
  'client-ip',
  'x-real-ip',
  'forwarded',
] as const;
