/** The longest that each field of a profile may be, in characters. */
export const profileMaxima = {
  userId: 128,
  name: 100,
  email: 255,
  phone: 20,
  pictureUrl: 2_048,
  facebookId: 100,
  linkedinId: 100,
} as const;
