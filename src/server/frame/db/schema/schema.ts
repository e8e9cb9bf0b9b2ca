/** Every table, for the migrations, the seed and the registry of personal data. */
export * from './accounts.ts';
export * from './affiliates.ts';
export * from './counts.ts';
export * from './customers.ts';
export * from './ledger.ts';
export * from './licenses.ts';
export * from './mails.ts';
export * from './newsletter.ts';
export * from './notices.ts';
export * from './operations.ts';
export * from './paypal-actions.ts';
export * from './portal.ts';
export * from './purchases.ts';
export * from './receipts.ts';
export * from './statements.ts';
export * from './user-profiles.ts';
export * from './webhook-events.ts';
