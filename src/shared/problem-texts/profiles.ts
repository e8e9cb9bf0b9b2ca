import { type ScreenRow, textsOf } from './common.ts';

/** Texts that only the profile screens show. */
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
    text: 'The user profile service isn’t running: we got a web page instead of an answer.',
  },
  'editor-target-required': { text: 'Enter a user ID or an email' },
  'profile-deleted-meanwhile': {
    text: 'Somebody has deleted this profile. If you save now, it will be created again.',
  },
  'profile-gone': { text: 'There’s no profile with this user ID anymore.' },
  'profile-picture-failed': { text: 'The picture at this address can’t be shown.' },
  'service-name-required': { text: 'Enter the service name' },
  'service-password-required': { text: 'Enter the service password' },
  'service-credentials-refused': { text: 'The service name or password is wrong.' },
  'demo-profile-failed': { text: 'Failed to load user profile.' },
} as const satisfies Record<string, ScreenRow>;

export const profileProblemText = /* @__PURE__ */ textsOf(profileRows);
