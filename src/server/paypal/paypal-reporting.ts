import * as z from 'zod/mini';
import { limits } from '../../shared/limits.ts';
import { problem } from '../../shared/problems.ts';
import { timeLimit, type PayPalApi } from './paypal-api.ts';
import { money, moment } from './paypal-values.ts';
import type { ProviderTransaction } from './payments.ts';

const second = 1_000;
const hour = 60 * 60 * second;
/** The longest range of one question. */
const longestMs = 31 * 24 * hour;
/** A range that is no longer than this is not divided any more. */
const shortestMs = hour;
const pageSize = 500;
/** The provider's error for a question that finds more than 10,000 records, of which it then gives none. */
const tooMany = 'RESULTSET_TOO_LARGE';

const reversals: readonly string[] = ['T1106', 'T1201'];
/** A chargeback that is reversed, or cancelled. */
const reversalsBack: readonly string[] = ['T1202', 'T1208'];

/**
 * Buyers' payments are codes T00nn; T11nn and T12nn are about money that comes back, some of them a buyer's. A code may stand
 * for both directions.
 */
const kindOf = (code: string, cents: number): ProviderTransaction['kind'] => {
  if (code.startsWith('T00')) return 'payment';
  if (code === 'T1107') return 'refund';
  if (reversals.includes(code)) return cents > 0 ? 'reversal-back' : 'reversal';
  return reversalsBack.includes(code) && cents > 0 ? 'reversal-back' : 'other';
};

const states: Record<string, ProviderTransaction['state']> = {
  S: 'completed',
  P: 'pending',
  D: 'denied',
  V: 'returned',
  F: 'partly-returned',
};

/** An id's records from the one that counts to those that are passed over: what is settled, before what it was. */
const preference: readonly ProviderTransaction['state'][] = [
  'completed',
  'partly-returned',
  'returned',
  'denied',
  'pending',
];

const rankOf = ({ kind, state }: ProviderTransaction): number =>
  (kind === 'unreadable' ? 2 : kind === 'other' ? 1 : 0) * preference.length + preference.indexOf(state);

/** Reports write the offset without a colon: `2025-08-04T12:00:00+0000`. */
const reportMoment = z.pipe(
  z.string().check(z.overwrite((text) => text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))),
  moment,
);

const transactionShape = z.pipe(
  z.object({
    transaction_info: z.object({
      transaction_id: z.string(),
      paypal_reference_id: z.optional(z.string()),
      paypal_reference_id_type: z.optional(z.string()),
      transaction_event_code: z.string(),
      transaction_initiation_date: reportMoment,
      transaction_amount: money,
      transaction_status: z.optional(z.string()),
    }),
  }),
  z.transform(({ transaction_info: info }): ProviderTransaction => ({
    id: info.transaction_id,
    kind: kindOf(info.transaction_event_code, info.transaction_amount.cents),
    isSale: info.transaction_event_code === 'T0002' || info.paypal_reference_id_type === 'SUB',
    paymentId: info.paypal_reference_id_type === 'TXN' ? (info.paypal_reference_id ?? null) : null,
    state: states[info.transaction_status ?? ''] ?? 'pending',
    amount: info.transaction_amount,
    at: info.transaction_initiation_date,
  })),
);

const namedRow = z.object({ transaction_info: z.object({ transaction_id: z.string() }) });

/** A row that lacks what a comparison needs. One such row must not hide all others. */
const unreadable = (row: unknown): ProviderTransaction => ({
  id: namedRow.safeParse(row).data?.transaction_info.transaction_id ?? 'without id',
  kind: 'unreadable',
  isSale: false,
  paymentId: null,
  state: 'pending',
  amount: { cents: 0, currency: 'USD' },
  at: new Date(0),
});

/** GET /v1/reporting/transactions, with the field transaction_info. */
const transactionReportShape = z.object({
  transaction_details: z._default(
    z.array(
      z.pipe(
        z.unknown(),
        z.transform((row) => transactionShape.safeParse(row).data ?? unreadable(row)),
      ),
    ),
    [],
  ),
  total_pages: z._default(z.number(), 1),
});

const inSeconds = (moment: number): string => new Date(moment).toISOString().replace(/\.\d+Z$/, 'Z');

/** Page by page. The provider takes ranges of whole seconds, both ends included. */
const readPages = async (api: PayPalApi, from: number, until: number): Promise<ProviderTransaction[]> => {
  const found: ProviderTransaction[] = [];
  let pages = 1;
  for (let page = 1; page <= pages; page += 1) {
    const query = new URLSearchParams({
      start_date: inSeconds(from),
      end_date: inSeconds(until - second),
      fields: 'transaction_info',
      balance_affecting_records_only: 'N',
      page_size: String(pageSize),
      page: String(page),
    });
    const path = `/v1/reporting/transactions?${query.toString()}`;
    const report = await api.get(path, transactionReportShape, timeLimit(limits.outsideMs.reportPage));
    // No such report is no empty one.
    if (!report) throw problem('payment-provider-unavailable', { cause: 'The report is not found' });
    found.push(...report.transaction_details);
    pages = report.total_pages;
  }
  return found;
};

/** A range that has too many records for one question is read in halves, one after the other. */
const readRange = async (api: PayPalApi, from: number, until: number): Promise<ProviderTransaction[]> => {
  try {
    return await readPages(api, from, until);
  } catch (error) {
    if (api.refusalOf(error)?.errorName !== tooMany || until - from <= shortestMs) throw error;
  }
  const middle = from + Math.floor((until - from) / 2 / second) * second;
  return [...(await readRange(api, from, middle)), ...(await readRange(api, middle, until))];
};

/**
 * Every transaction of a range of any length, once, oldest first. An id may have two records, of which one moves no
 * money or is not settled: that one is passed over, wherever it stands.
 * (https://developer.paypal.com/docs/api/transaction-search/v1/)
 */
export const listTransactions = async (
  api: PayPalApi,
  from: Date,
  until: Date,
): Promise<ProviderTransaction[]> => {
  const found = new Map<string, ProviderTransaction>();
  for (let start = from.getTime(); start < until.getTime(); start += longestMs)
    for (const read of await readRange(api, start, Math.min(start + longestMs, until.getTime()))) {
      const known = found.get(read.id);
      if (!known || rankOf(read) < rankOf(known)) found.set(read.id, read);
    }
  return [...found.values()].sort((a, b) => a.at.getTime() - b.at.getTime());
};
