/** `asked`: not confirmed yet. Only `confirmed` addresses get letters. */
export const newsletterStates = ['asked', 'confirmed', 'left'] as const;

export type NewsletterState = (typeof newsletterStates)[number];

/** The ways to end a subscription: on its page, by the button of a mail program, or after a reported bounce or complaint. */
export const leaveReasons = ['page', 'one-click', 'bounce', 'complaint'] as const;

export type LeaveReason = (typeof leaveReasons)[number];
