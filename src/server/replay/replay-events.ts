import type { Context } from '../context.ts';
import { storeEvent, webhookEvent, type WebhookEvent } from '../webhooks/event-store.ts';
import { processEvent } from '../webhooks/process-event.ts';

/** A file that cannot be replayed; the message says why. */
export class UnreadableEvents extends Error {}

export interface Replayed {
  readonly events: number;
  /** Those that could not be processed, each with the reason. */
  readonly failed: readonly { readonly id: string; readonly reason: string }[];
}

const parse = (line: string, number: number): WebhookEvent => {
  try {
    return webhookEvent.parse(JSON.parse(line));
  } catch (cause) {
    throw new UnreadableEvents(`Line ${String(number)} is no event of the payment provider.`, { cause });
  }
};

/**
 * Stores and processes events, a line of JSON each, as if the provider had just sent them: what they announce is fetched
 * from it anew. Throws UnreadableEvents.
 */
export const replayEvents = async (
  newContext: () => Context,
  lines: Iterable<string> | AsyncIterable<string>,
): Promise<Replayed> => {
  const failed: { id: string; reason: string }[] = [];
  let [number, events] = [0, 0];
  for await (const line of lines) {
    number += 1;
    if (line.trim() === '') continue;
    const event = parse(line, number);
    const context = newContext();
    const claimed = await storeEvent(context, event);
    events += 1;
    const ended = claimed && (await processEvent(context, claimed));
    if (ended?.failed) failed.push({ id: event.id, reason: ended.failed.reason });
  }
  return { events, failed };
};
