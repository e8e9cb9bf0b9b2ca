/** Of the person who is made up. */
export const demoProfileMessages = {
  loading: 'Loading…',
  sample: 'Sample data',
} as const;
