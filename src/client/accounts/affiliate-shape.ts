import * as z from 'zod/mini';

/** An affiliate as the API shows it; dates are ISO 8601 UTC. */
export const affiliateShape = z.object({
  id: z.string(),
  name: z.string(),
  email: z.nullable(z.string()),
  code: z.string(),
  date_activated: z.nullable(z.string()),
  referred_by: z.nullable(z.string()),
  date_created: z.string(),
});

export type Affiliate = z.infer<typeof affiliateShape>;
