import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { maxLengths } from '../../../../shared/max-lengths.ts';
import { createdAt, id, isBetween } from './columns.ts';
import { payments } from './purchases.ts';

/**
 * The company, address and VAT number that a buyer put on a receipt. Each change is a further version of the receipt. Version 1 is
 * the receipt as it was at the payment, and has no row. A row is never changed. It is deleted when the person is erased.
 */
export const receiptVersions = pgTable(
  'receipt_versions',
  {
    id: id(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    /** From 2. */
    version: integer('version').notNull(),
    /** The name of a company or a person. All three are null if the buyer took them off the receipt. */
    company: text('company'),
    address: text('address'),
    vatNumber: text('vat_number'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('receipt_versions_key').on(table.paymentId, table.version),
    check('receipt_versions_version', sql`${table.version} >= 2`),
    check('receipt_versions_company', isBetween(table.company, 1, maxLengths.company)),
    check('receipt_versions_address', isBetween(table.address, 1, maxLengths.address)),
    check('receipt_versions_vat_number', isBetween(table.vatNumber, 1, maxLengths.vatNumber)),
  ],
);
