/** Of how an affiliate is paid, where an admin changes it. */
export const payoutTermsMessages = {
  terms: 'How this affiliate is paid',
  loadingTerms: 'Loading how this affiliate is paid...',
  minimum: 'With the minimum',
  termsSave: 'Set payment',
  termsSaving: 'Setting...',
  statements: 'The statements of this affiliate',
  termsSaved: 'How this affiliate is paid was saved.',
} as const;
