import * as z from 'zod';

const id = z.string().min(1).max(128);

/** Whether a text can be the id of a stored event: PostgreSQL refuses to be asked for one with NUL in it. */
export const isEventId = (text: string): boolean =>
  id.safeParse(text).success && !text.includes(String.fromCharCode(0));

/** Not every date that can be written is one that the database takes; the provider sends none of those. */
const isStorableMoment = (text: string): boolean => {
  const at = Date.parse(text);
  return at >= 0 && at < Date.UTC(9999, 0);
};

/** The parts of the provider's event envelope that are used; the whole body is kept, but for what it says of a person. */
export const webhookEvent = z.looseObject({
  id,
  event_type: z.string().min(1).max(128),
  create_time: z.iso.datetime({ offset: true }).refine(isStorableMoment),
  resource: z.looseObject({
    /** Missing in resources that are named otherwise, such as disputes. */
    id: id.optional(),
    dispute_id: id.optional(),
    billing_agreement_id: z.string().max(128).nullish(),
    supplementary_data: z
      .object({ related_ids: z.object({ order_id: z.string().max(128).optional() }).optional() })
      .nullish(),
    links: z
      .array(z.object({ href: z.string(), rel: z.string() }))
      .nullish()
      .catch(null),
  }),
});

export type WebhookEvent = z.infer<typeof webhookEvent>;
