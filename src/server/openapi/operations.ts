import type { Call } from '../http/access.ts';
import type { Operation } from './operation.ts';
import { accountOperations } from './operations/accounts.ts';
import { affiliateOperations } from './operations/affiliates.ts';
import { customerOperations } from './operations/customers.ts';
import { operatingOperations } from './operations/operating.ts';
import { payoutOperations } from './operations/payouts.ts';
import { profileOperations } from './operations/profiles.ts';
import { purchaseAdminOperations } from './operations/purchase-admin.ts';
import { purchaseOperations } from './operations/purchases.ts';
import { statementOperations } from './operations/statements.ts';

interface Group {
  readonly name: string;
  readonly description: string;
  readonly operations: Readonly<Partial<Record<Call, Operation>>>;
}

/** The calls of the API in groups, as its description shows them. */
export const groups: readonly Group[] = [
  {
    name: 'Purchases',
    description: 'What the checkout and the payment provider report',
    operations: purchaseOperations,
  },
  {
    name: 'Purchase administration',
    description: 'Looking into purchases, putting them right, and holding the books against the provider’s',
    operations: purchaseAdminOperations,
  },
  {
    name: 'Affiliates',
    description: 'The referral program: records, codes, referrals',
    operations: affiliateOperations,
  },
  {
    name: 'Statements',
    description: 'What affiliates earned, month by month',
    operations: statementOperations,
  },
  {
    name: 'Payouts',
    description: 'How affiliates are paid, and the admins’ payout run',
    operations: payoutOperations,
  },
  { name: 'Customers', description: 'Newsletter readers and buyers', operations: customerOperations },
  {
    name: 'User profiles',
    description: 'Public profiles and the service behind them, with and without the prefix /api',
    operations: profileOperations,
  },
  { name: 'Accounts', description: 'Resetting a password', operations: accountOperations },
  { name: 'Operations', description: 'For those who run the site', operations: operatingOperations },
];

/** What is told of each call of the access table; none is left out. */
export const operations: Readonly<Record<Call, Operation>> = {
  ...purchaseOperations,
  ...purchaseAdminOperations,
  ...affiliateOperations,
  ...statementOperations,
  ...payoutOperations,
  ...customerOperations,
  ...profileOperations,
  ...accountOperations,
  ...operatingOperations,
};
