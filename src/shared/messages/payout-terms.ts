/** Of how an affiliate is paid, where an admin changes it; the affiliate’s screens say `noMinimum`, too. */
export const payoutTermsMessages = {
  terms: 'How this affiliate is paid',
  loadingTerms: 'Loading the payment settings...',
  noMinimum: 'No minimum',
  termsSave: 'Set payment',
  termsSaving: 'Setting...',
  statements: 'The statements of this affiliate',
  termsSaved: 'The payment settings of this affiliate were saved.',
} as const;
