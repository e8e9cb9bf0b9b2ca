import { type ScreenRow, textsOf } from './row.ts';

/** What the screens of profiles alone say. */
export const profileRows = {
  'profile-dashboard-failed': { text: 'Error Loading Dashboard' },
  'profile-create-failed': { text: (message: string) => `Error: ${message}` },
  'profile-load-failed': { text: 'Failed to load profile' },
  'editor-profile-not-found': { text: 'User profile not found. You can create a new profile below.' },
  'editor-save-failed': { text: (detail: string) => `Error saving user profile: ${detail}` },
  'editor-delete-failed': { text: (detail: string) => `Error deleting user profile: ${detail}` },
  'editor-load-failed': { text: (detail: string) => `Error loading user profile: ${detail}` },
  'editor-without-target': { text: 'No user ID or email provided in URL parameters.' },
  'editor-service-down': {
    text: 'The user profile service is not running: a web page came instead of its answer.',
  },
  'editor-target-required': { text: 'Enter a user ID or an email' },
  'profile-deleted-meanwhile': {
    text: 'Somebody has deleted this profile. Saving now creates it again.',
  },
  'profile-gone': { text: 'There is no profile with this user ID any more.' },
  'profile-picture-failed': { text: 'The picture at this address cannot be shown.' },
  'service-name-required': { text: 'Enter the name of the service' },
  'service-password-required': { text: 'Enter the password of the service' },
  'service-credentials-refused': { text: 'The service does not accept this name and password.' },
  'demo-profile-failed': { text: 'Failed to load user profile.' },
} as const satisfies Record<string, ScreenRow>;

/** The text of such a row; `detail` fills one that takes it. */
export const profileProblemText = /* @__PURE__ */ textsOf(profileRows);
