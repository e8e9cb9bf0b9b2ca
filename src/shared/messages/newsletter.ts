/** Of the newsletter; the server says them too. */
export const newsletterMessages = {
  subscribing: 'Subscribing...',
  subscribed: 'Successfully subscribed to our newsletter!',
} as const;
