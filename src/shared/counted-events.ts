/** The events that pages report for the owner's figures. Only sums per day are stored. */
export const countedEvents = ['view', 'plan-chosen', 'payment-begun', 'download'] as const;

/** The events of the owner's links. Browsers report `paid` only after such a link; the other figures of payments come from PayPal. */
export const linkEvents = [...countedEvents, 'paid'] as const;

/** The parameter of an owner's link, and its code. `ref` belongs to affiliates. src/client/page.ts repeats them. */
export const fromParameter = 'from';
export const fromPattern = '^[a-z0-9]{1,16}$';

export type LinkEvent = (typeof linkEvents)[number];

export type CountedEvent = (typeof countedEvents)[number];
