/** Headers in which somebody may say that their calls come from elsewhere. */
export const addressHeaders = [
  'x-forwarded-for',
  'x-nf-client-connection-ip',
  'client-ip',
  'x-real-ip',
  'forwarded',
] as const;
