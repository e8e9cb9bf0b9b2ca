/** Of the affiliate’s own screens. */
export const affiliateMessages = {
  submitted: 'Your affiliate application was submitted.',
  comingSoon: 'Coming Soon',
  downloadReferrals: 'Download all as CSV',
  downloadingReferrals: 'Downloading...',
  copied: 'Copied to clipboard!',
  loading: 'Loading your affiliate record…',
  loadingReferrals: 'Loading your referrals…',
  lookUp: 'Look Up',
  lookingUp: 'Looking up...',
  found: 'Found.',
  myProfile: 'My profile',
  changePassword: 'Change password',
} as const;
