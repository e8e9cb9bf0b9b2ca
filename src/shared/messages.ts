/** Short texts of controls and states, word for word from the specification; errors stand in problems.ts. */
export const messages = {
  newsletter: {
    subscribing: 'Subscribing...',
    subscribed: 'Successfully subscribed to our newsletter!',
  },
  checkout: {
    loading: 'Loading payment options...',
    completing: 'Completing your payment…',
    retry: 'Try again',
    download: 'Download Now',
    paid: 'Thank you. Your payment went through, and here is your download.',
    popular: 'Most Popular',
    affiliate: { checking: 'Checking...', valid: 'Valid code', invalid: 'Invalid code' },
  },
  copy: { copy: 'Copy', copied: 'Copied' },
} as const;
