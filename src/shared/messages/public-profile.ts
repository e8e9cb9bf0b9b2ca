/** Of a profile as everybody sees it. */
export const publicProfileMessages = {
  loading: 'Loading profile…',
  anonymous: 'Anonymous User',
  notFoundTitle: 'Profile Not Found',
  noDataTitle: 'No Profile Data',
  noContact: 'No contact information available',
  noSocial: 'No social media profiles available',
  notFoundNote:
    'Nobody has a profile at this address. It may have been deleted, or the link may have lost a letter.',
  noData: 'There is a profile at this address, but it is empty.',
  noDataNote: 'Its owner may still be filling it in.',
  home: 'Back to the home page',
  retry: 'Retry',
  retrying: 'Retrying...',
} as const;
