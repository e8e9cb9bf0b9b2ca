import * as z from 'zod/mini';
import { maxLengths } from '../max-lengths.ts';
import { optionalLine, optionalText } from './text.ts';

/** A receipt is one printed page. */
const maxAddressLines = 8;

/**
 * The buyer that a receipt names: a company or a person, with the postal address and the VAT number. Empty fields become null. If all
 * three are empty, the receipt names no buyer.
 */
export const receiptBuyerInput = z
  .object({
    company: optionalLine(maxLengths.company),
    address: optionalText(maxLengths.address).check(
      z.refine(
        (text) => (text ?? '').split('\n').length <= maxAddressLines,
        `At most ${String(maxAddressLines)} lines`,
      ),
    ),
    vat_number: optionalLine(maxLengths.vatNumber),
  })
  .check(
    z.refine(
      ({ company, address, vat_number: number }) => company !== null || (address === null && number === null),
      { error: 'receipt-company-required', path: ['company'] },
    ),
  );

export type ReceiptBuyerInput = z.infer<typeof receiptBuyerInput>;
