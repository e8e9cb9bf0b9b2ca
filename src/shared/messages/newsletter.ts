import { site } from '../site.ts';

/** Texts of the newsletter form, in the browser and from the server. */
export const newsletterMessages = {
  subscribing: 'Subscribing...',
  subscribed: 'Successfully subscribed to our newsletter!',
  /** The same for every address, so that it does not reveal which ones we know, or do not write to. */
  confirmNext: `One more step: press the button in our email. If no email comes, you’re already subscribed, or we can’t send email to this address. Questions? Write to ${site.email}.`,
} as const;

/** Texts of the pages that confirm or end a subscription, and of the letters. */
export const subscriptionMessages = {
  whyYouGetIt: {
    readers: `You’re getting this letter because you subscribed to the ${site.product} newsletter and confirmed your subscription.`,
    affiliates: `You’re getting this letter because you’re a ${site.product} affiliate.`,
  },
  confirmQuestion: (email: string) => `Send the ${site.product} newsletter to ${email}?`,
  confirm: 'Confirm',
  confirmed: 'Thank you. Your subscription is confirmed.',
  leaveQuestion: (email: string) => `Stop sending the ${site.product} newsletter to ${email}?`,
  leave: 'Unsubscribe',
  left: 'You’ve unsubscribed. We won’t send you another letter.',
  affiliateQuestion: 'Stop sending you our letters to affiliates?',
  stop: 'Stop these letters',
  affiliateLeft:
    'We won’t send you these letters anymore. You’ll still get emails about your sales and payouts. You can turn the letters back on in your affiliate account.',
  unknown: `This link isn’t valid anymore. If you still get our newsletter and want to unsubscribe, write to ${site.email}.`,
  expired: 'This link is damaged or has expired. You can subscribe again on the home page.',
} as const;
