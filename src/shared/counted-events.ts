/** The events that pages report for the owner's figures. Only sums per day are stored. */
export const countedEvents = ['view', 'plan-chosen', 'payment-begun', 'download'] as const;

export type CountedEvent = (typeof countedEvents)[number];
