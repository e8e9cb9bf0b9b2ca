/** The people that a letter goes to: readers of the newsletter, or active affiliates. */
export const letterAudiences = ['readers', 'affiliates'] as const;

export type LetterAudience = (typeof letterAudiences)[number];

/** `asked`: not confirmed yet. Only `confirmed` addresses get letters. */
export const newsletterStates = ['asked', 'confirmed', 'left'] as const;

export type NewsletterState = (typeof newsletterStates)[number];

/** The ways to end a subscription: on its page, by the button of a mail program, or after a reported bounce or complaint. */
export const leaveReasons = ['page', 'one-click', 'bounce', 'complaint'] as const;

export type LeaveReason = (typeof leaveReasons)[number];
