/** Texts of the profile editor and dashboard. */
export const profileServiceMessages = {
  loadingDashboard: 'Loading the profiles...',
  loadingProfiles: 'Loading profiles...',
  loadingProfile: 'Loading the user profile...',
  counters: ['Total Profiles', 'With Email', 'With Phone', 'With Name'],
  createTab: 'Create Profile',
  allTab: (count: number) => `All Profiles (${String(count)})`,
  updatedAt: (time: string) => `Updated at ${time}`,
  notRefreshed: (time: string, why: string) => `Not refreshed since ${time}: ${why}`,
  refresh: 'Refresh Data',
  refreshing: 'Refreshing...',
  retry: 'Retry',
  retrying: 'Retrying...',
  noProfiles: 'No profiles found. Create your first profile using the form above.',
  noneMatch: 'No profiles match this search.',
  newUserId: (now: number) => `user-${String(now)}`,
  userIdHint: 'Leave empty to generate one: user- and the current time.',
  userIdFixed: 'The user ID cannot be changed once the profile exists.',
  create: 'Create Profile',
  creating: 'Creating...',
  dashboardCreated: 'Profile created successfully!',
  createdBefore:
    'Your earlier attempt did create a profile; you’ll find it in the list. Press Create Profile again to create another.',
  forAdmins: 'Only admins and services can open these profiles. You can edit your own profile.',
  myProfile: 'My profile',
  ownEmail: 'Your account’s confirmed address, or leave empty.',
  unconfirmedEmail: 'Leave this empty until your account’s address is confirmed.',
  signIn: 'Sign in',
  useCredentials: 'Use service credentials',
  usingCredentials: 'Checking...',
  credentialsHint: 'They stay only in this tab’s memory and are gone when you leave the page.',
  calledAs: (name: string) => `You are using the service as ${name}.`,
  forgetCredentials: 'Forget the credentials',
  save: 'Save Changes',
  saveNew: 'Create Profile',
  saving: 'Saving...',
  reset: 'Reset Changes',
  delete: 'Delete Profile',
  deleting: 'Deleting...',
  unsaved: 'Unsaved changes',
  confirmDelete: (who: string) =>
    `Are you sure you want to delete the profile for ${who}? This action cannot be undone.`,
  created: 'User profile created successfully!',
  updated: 'User profile updated successfully!',
  deleted: 'User profile deleted successfully!',
  pictureHint: 'An address that starts with https://',
  open: 'Open Profile',
} as const;

/** Texts of the public profile. */
export const publicProfileMessages = {
  loading: 'Loading profile…',
  anonymous: 'Anonymous User',
  notFoundTitle: 'Profile Not Found',
  noDataTitle: 'No Profile Data',
  noContact: 'No contact information available',
  noSocial: 'No social media profiles available',
  notFoundNote:
    'There is no profile at this address. It may have been deleted, or the link may be incomplete.',
  noData: 'There is a profile at this address, but it is empty.',
  noDataNote: 'Its owner may still be filling it in.',
  home: 'Back to the home page',
  retry: 'Retry',
  retrying: 'Retrying...',
} as const;

/** Texts of the sample profile at /user-profile. */
export const demoProfileMessages = {
  loading: 'Loading…',
  sample: 'Sample data',
} as const;
