/** The name in the fragment of an invitation's link: `/buy#invitation=TOKEN`. No server and no log gets a fragment. */
export const invitationParameter = 'invitation';
