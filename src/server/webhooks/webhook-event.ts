import * as z from 'zod/mini';

const id = z.string().check(z.minLength(1), z.maxLength(128));

/** What the event goes by; a text with an address in it would be forgotten before it is kept, and is none of the provider's. */
const name = id.check(z.refine((text) => !text.includes('@')));

/** What a resource may lack, or have lost as an address. */
const optionalId = z.optional(
  z.pipe(
    z.nullish(z.string().check(z.maxLength(128))),
    z.transform((text) => text || undefined),
  ),
);

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
  id: name,
  event_type: name,
  create_time: z.iso.datetime({ offset: true }).check(z.refine(isStorableMoment)),
  resource: z.looseObject({
    /** Missing in resources that are named otherwise, such as disputes. */
    id: optionalId,
    dispute_id: optionalId,
    order_id: optionalId,
    billing_agreement_id: z.nullish(z.string().check(z.maxLength(128))),
    supplementary_data: z.nullish(z.object({ related_ids: z.optional(z.object({ order_id: optionalId })) })),
    disputed_transactions: z.nullish(z.array(z.looseObject({ seller_transaction_id: optionalId }))),
    links: z.catch(z.nullish(z.array(z.object({ href: z.string(), rel: z.string() }))), null),
  }),
});

export type WebhookEvent = z.infer<typeof webhookEvent>;
