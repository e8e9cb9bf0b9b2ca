/** `asked`: not confirmed yet. Only `confirmed` addresses get letters. */
export const subscriptionStates = ['asked', 'confirmed', 'left'] as const;

export type SubscriptionState = (typeof subscriptionStates)[number];

/** How a subscription ended: on its page, by the button of a mail program, or because the mail server reported the address. */
export const leaveReasons = ['page', 'one-click', 'bounce', 'complaint'] as const;

export type LeaveReason = (typeof leaveReasons)[number];
