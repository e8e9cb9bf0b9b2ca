/** The files of src/server whose statements are SQL text, with the reason. Everywhere else Drizzle builds them. The list only shrinks. */
export const sqlTextFiles: Readonly<Record<string, string>> = {
  'src/server/frame/db/sql.ts':
    'the helpers themselves: an INSERT of a SELECT, locks of keys, JSON of a columns object',
  'src/server/frame/db/writer-lease.ts': 'a guard that fails',
  'src/server/frame/limits/lock-out.ts': 'a guard that fails',
  'src/server/admin/figures/count-event.ts': 'counts and chooses the subject in one statement',
  'src/server/admin/violations/count-violations.ts': 'counts and chooses the subjects in one statement',
  'src/server/money/affiliates/confirm-owner.ts':
    'a change of four tables that goes before the reads of other calls',
  'src/server/money/affiliates/links/link-report.ts': 'arithmetic on the ledger',
  'src/server/money/ledger/affiliate-ledger.ts': 'the ledger, with recursion',
  'src/server/money/payouts/anomalies.ts': 'recursion over returned payouts',
  'src/server/money/payouts/export-payouts.ts': 'lock, limit and change must choose the same rows',
  'src/server/money/purchases/load-buyer.ts': 'a snapshot of nine tables with its hash',
  'src/server/money/purchases/update-buyer.ts': 'a guard that fails',
  'src/server/money/statements/close-month.ts': 'closes a month on one snapshot',
  'src/server/money/statements/referral-report.ts': 'arithmetic on the ledger',
  'src/server/people/newsletter/letters/send-letter.ts':
    'counts the addresses and queues their mails on one snapshot',
};
