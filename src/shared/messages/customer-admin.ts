/** Of the administration of customers, and of all that is known of an address. */
export const customerAdminMessages = {
  loadingCustomers: 'Loading customers...',
  noCustomers: 'No customers found',
  allDataAbout: 'All data about an address',
  downloadAllData: 'Download all data',
  downloadingAllData: 'Collecting...',
  forgetBuyer: 'Forget as a buyer',
  forgettingBuyer: 'Forgetting...',
  confirmForget: (email: string) => `Are you sure you want to forget ${email}?`,
  forget: 'Forget',
  forgetsBuyer:
    'The address is removed from purchases for good. Payments stay in the books without it. Affiliates and profiles are kept.',
  buyerForgotten: (purchases: string) => `${purchases} named this address. It is forgotten.`,
  customerCreated: 'Customer created successfully',
  customerUpdated: 'Customer updated successfully',
  customerDeleted: 'Customer deleted successfully',
  confirmCustomer: 'Are you sure you want to delete this customer?',
  forgetsCustomer:
    'The name and the email are removed for good, from the audit log and from purchases as well. Payments stay in the books without them.',
} as const;
