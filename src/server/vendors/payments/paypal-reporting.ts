import * as z from 'zod';
import { limits } from '../../../shared/limits.ts';
import { timeLimit, type PayPalApi } from './paypal-api.ts';
import { money } from './paypal-values.ts';
import type { ProviderTransaction } from './payments.ts';

/** The longest range of one question. */
const windowMs = 31 * 24 * 60 * 60 * 1_000;
const pageSize = 500;
const second = 1_000;

/** Buyers' payments are codes T00nn; T11nn and T12nn are about money that comes back, some of them a buyer's. */
const kindOf = (code: string): ProviderTransaction['kind'] => {
  if (code.startsWith('T00')) return 'payment';
  if (code === 'T1107') return 'refund';
  return code === 'T1106' || code === 'T1201' ? 'reversal' : 'other';
};

const states: Record<string, ProviderTransaction['state']> = {
  S: 'completed',
  P: 'pending',
  D: 'denied',
  V: 'returned',
  F: 'partly-returned',
};

/** Reports write the offset without a colon: `2025-08-04T12:00:00+0000`. */
const reportMoment = z
  .string()
  .transform((text) => text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))
  .pipe(z.iso.datetime({ offset: true }))
  .transform((text) => new Date(text));

/** GET /v1/reporting/transactions, with the field transaction_info. */
const transactionReportShape = z.object({
  transaction_details: z
    .array(
      z
        .object({
          transaction_info: z.object({
            transaction_id: z.string(),
            paypal_reference_id: z.string().optional(),
            paypal_reference_id_type: z.string().optional(),
            transaction_event_code: z.string(),
            transaction_initiation_date: reportMoment,
            transaction_amount: money,
            transaction_status: z.string(),
          }),
        })
        .transform(({ transaction_info: info }): ProviderTransaction => ({
          id: info.transaction_id,
          kind: kindOf(info.transaction_event_code),
          paymentId: info.paypal_reference_id_type === 'TXN' ? (info.paypal_reference_id ?? null) : null,
          state: states[info.transaction_status] ?? 'pending',
          amount: info.transaction_amount,
          at: info.transaction_initiation_date,
        })),
    )
    .default([]),
  total_pages: z.number().default(1),
});

/** The provider takes ranges of whole seconds, both ends included, and 31 days at the most. */
const windows = (from: Date, until: Date): (readonly [Date, Date])[] => {
  const found: (readonly [Date, Date])[] = [];
  for (let start = from.getTime(); start < until.getTime(); start += windowMs)
    found.push([new Date(start), new Date(Math.min(start + windowMs, until.getTime()) - second)]);
  return found;
};

const inSeconds = (date: Date): string => date.toISOString().replace(/\.\d+Z$/, 'Z');

/** Every transaction of a range of any length, once, oldest first; window by window, page by page. */
export const listTransactions = async (
  api: PayPalApi,
  from: Date,
  until: Date,
): Promise<ProviderTransaction[]> => {
  const found = new Map<string, ProviderTransaction>();
  for (const [start, end] of windows(from, until)) {
    let pages = 1;
    for (let page = 1; page <= pages; page += 1) {
      const query = new URLSearchParams({
        start_date: inSeconds(start),
        end_date: inSeconds(end),
        fields: 'transaction_info',
        balance_affecting_records_only: 'N',
        page_size: String(pageSize),
        page: String(page),
      });
      const path = `/v1/reporting/transactions?${query.toString()}`;
      const report = await api.get(path, transactionReportShape, timeLimit(limits.outsideMs.reportPage));
      for (const transaction of report?.transaction_details ?? []) found.set(transaction.id, transaction);
      pages = report?.total_pages ?? 1;
    }
  }
  return [...found.values()].sort((a, b) => a.at.getTime() - b.at.getTime());
};
