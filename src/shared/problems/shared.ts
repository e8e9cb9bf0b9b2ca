import type { ApiRow } from './row.ts';

/** What a limit says: in minutes, begun ones included, the wait that Retry-After says in seconds. */
export const tooManyRequests = (retryAfter: number): string => {
  const minutes = Math.ceil(retryAfter / 60);
  const wait = minutes > 1 ? `${String(minutes)} minutes` : 'a minute';
  return `Too many requests. Please wait ${wait} and try again.`;
};

/** What the API answers with and screens say themselves, too. */
export const sharedRows = {
  // Newsletter and customers
  'email-required': { status: 422, text: 'Email is required' },
  'email-invalid': { status: 422, text: 'Please enter a valid email address' },
  'customer-empty': { status: 422, text: 'Enter a name or an email' },

  // Purchases
  'reason-required': { status: 422, text: 'Enter a reason' },

  // Affiliates
  'affiliate-name-required': { status: 422, text: 'Name is required' },
  'affiliate-code-required': { status: 422, text: 'Code is required' },

  // Accounts
  'auth-not-configured': { status: 503, text: 'Authentication is not configured.' },
  'reset-link-invalid': { status: 422, text: 'Invalid or expired reset link.' },
  'new-password-too-short': { status: 422, text: 'Password must be at least 6 characters long.' },
  'password-common': { status: 422, text: 'This password is too common. Please choose another.' },

  // Profiles
  'profile-not-found': { status: 404, text: 'Profile not found' },
  'profile-user-id-required': { status: 422, text: 'User ID is required' },
  'profile-picture-shape': { status: 422, text: 'A picture is an address that starts with https://' },

  // The API as a whole
  'admin-required': { status: 403, text: 'Admin access is required.' },
  'too-many-requests': { status: 429, text: tooManyRequests(60) },
  'internal-error': { status: 500, text: 'Something went wrong on our side.' },
  'service-unavailable': {
    status: 503,
    text: 'The service is unavailable at the moment. Please try again soon.',
  },
} as const satisfies Record<string, ApiRow>;
