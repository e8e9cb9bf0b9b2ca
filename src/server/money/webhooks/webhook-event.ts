import * as z from 'zod/mini';
import { parseJson } from '../../../shared/parse-json.ts';
import { Problem, problem } from '../../../shared/problems.ts';
import { withoutNulls } from '../../clients/paypal/value-shapes.ts';

const id = z.string().check(z.minLength(1), z.maxLength(128));

/** PayPal's ids and types contain no email address. `strip_personal_data` would remove an id that does. */
const idOrType = id.check(z.refine((text) => !text.includes('@')));

/** An id that the resource may lack, or that was removed because it was an address. */
const optionalId = z.optional(
  z.pipe(
    z.nullish(z.string().check(z.maxLength(128))),
    z.transform((text) => text || undefined),
  ),
);

/** PostgreSQL cannot store every date that ISO 8601 can express. PayPal sends no such date. */
function isStorableMoment(text: string): boolean {
  const at = Date.parse(text);
  return at >= 0 && at < Date.UTC(9999, 0);
}

/** The fields of PayPal's event that are used. All other fields stay in the object, and are stored. */
export const webhookEvent = z.looseObject({
  id: idOrType,
  event_type: idOrType,
  create_time: z.iso.datetime({ offset: true }).check(z.refine(isStorableMoment)),
  resource: z.looseObject({
    /** Missing in disputes and reversed approvals: their ids have other names. */
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

/** True if a text can be the id of a stored event. PostgreSQL refuses NUL. */
export function isEventId(text: string): boolean {
  return id.safeParse(text).success && !text.includes(String.fromCharCode(0));
}

/** Parses the body of a webhook. Throws `request-malformed`. */
export function parseEvent(body: string): WebhookEvent {
  const { data, error } = toEvent(parseJson(body));
  if (!data) throw problem('request-malformed', { cause: error });
  return data;
}

/** Reads an event from PayPal's list of events. Returns null if it cannot be read. */
export function readEvent(value: unknown): WebhookEvent | null {
  try {
    return toEvent(value).data ?? null;
  } catch (error) {
    // The value is nested too deeply.
    if (error instanceof Problem) return null;
    throw error;
  }
}

function toEvent(value: unknown) {
  return webhookEvent.safeParse(withoutNulls(storableValue(value)));
}

/** Deeper than any event of PayPal, and far below the limit of PostgreSQL. */
const maxDepth = 64;

/**
 * Replaces characters that PostgreSQL cannot store, so that no event is lost because of a character in a note. Throws
 * `request-malformed` for a value that is nested too deeply.
 */
function storableValue(value: unknown, depth = 0): unknown {
  if (depth > maxDepth) throw problem('request-malformed');
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map((item) => storableValue(item, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [storableText(key), storableValue(item, depth + 1)]),
  );
}

function storableText(text: string): string {
  return text.toWellFormed().replaceAll(String.fromCharCode(0), '\ufffd');
}
