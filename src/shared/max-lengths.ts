/** The longest text of each field, in characters, for schemas, forms and the checks of tables. */
export const maxLengths = {
  name: 100,
  email: 255,
  search: 255,
  reason: 500,
  promotion: 500,
  orderNumber: 64,
  source: 100,
  linkLabel: 40,
  countedSubject: 80,
  transactionId: 64,
  password: 4_096,
  userId: 128,
  phone: 20,
  pictureUrl: 2_048,
  facebookId: 100,
  linkedinId: 100,
} as const;
