import * as z from 'zod';

/** The parts of the provider's event envelope that are used; the whole body is kept beside them. */
export const webhookEvent = z.looseObject({
  id: z.string().min(1).max(128),
  event_type: z.string().min(1).max(128),
  create_time: z.iso.datetime({ offset: true }),
  resource: z.looseObject({
    /** Missing in resources that are named otherwise, such as disputes. */
    id: z.string().min(1).max(128).optional(),
    billing_agreement_id: z.string().max(128).nullish(),
    supplementary_data: z
      .object({ related_ids: z.object({ order_id: z.string().max(128).optional() }).optional() })
      .nullish(),
  }),
});

export type WebhookEvent = z.infer<typeof webhookEvent>;
