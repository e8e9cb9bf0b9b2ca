/** An event for the analytics provider: its name, and what it says. */
export type MeasuredEvent = readonly [name: string, details: Readonly<Record<string, string>>];

const key = 'events';

const isEvent = (value: unknown): value is MeasuredEvent =>
  Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'object';

/** Takes what this tab's pages before left; empty without any. */
export const takeKeptEvents = (): MeasuredEvent[] => {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    sessionStorage.removeItem(key);
    return Array.isArray(kept) ? kept.filter(isEvent) : [];
  } catch {
    return [];
  }
};

/** Keeps events that the provider's script came too late for, beside those kept already. */
export const keepEvents = (events: readonly MeasuredEvent[]): void => {
  try {
    if (events.length) sessionStorage.setItem(key, JSON.stringify([...takeKeptEvents(), ...events]));
  } catch {
    // Without storage they are lost.
  }
};
