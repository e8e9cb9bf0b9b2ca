import { kept } from './promise.ts';

export const refundTest = kept(
  'api/admin/purchases/refund.test.ts',
  'of a %s purchase: PayPal, the books, the commission, the mails and the audit log agree',
);
export const withdrawalTest = kept(
  'api/people/withdrawals/record.test.ts',
  'is stored as the buyer typed it, and confirmed by a mail with its content and the time',
);
export const linkTest = kept(
  'api/people/portal/session.test.ts',
  'a mailed link opens a session for an hour, once, and not after 15 minutes',
);
export const cancelTest = kept(
  'api/people/portal/cancel.test.ts',
  'a buyer cancels: PayPal is asked, and one mail says until when it runs and how to return',
);
