import * as z from 'zod/mini';
import { dayMs } from '../../../shared/dates.ts';
import { limits } from '../../../shared/limits.ts';
import { problem } from '../../../shared/problems.ts';
import { requestSignal, type PayPalApi } from './paypal-api.ts';
import { errorAnswerOf, type ProviderTransaction } from '../../frame/context/paypal.ts';
import { money, moment } from './value-shapes.ts';

type PayPalReader = Pick<PayPalApi, 'get'>;

/** The longest range of one report. */
const maxRangeMs = 31 * dayMs;

/**
 * Lists every transaction of a range of any length once, oldest first. PayPal may list an id twice, for example as pending
 * and as completed; `rankOf` picks the row to return.
 * (https://developer.paypal.com/docs/api/transaction-search/v1/)
 */
export async function listTransactions(
  api: PayPalReader,
  from: Date,
  until: Date,
): Promise<ProviderTransaction[]> {
  // PayPal's denied payouts may have no id, so the reference is a part of the key.
  const byId = new Map<string, ProviderTransaction>();
  const keyOf = ({ id, customId }: ProviderTransaction) => (id === '' ? `payout ${customId ?? ''}` : id);
  for (let start = from.getTime(); start < until.getTime(); start += maxRangeMs)
    for (const row of await readRange(api, start, Math.min(start + maxRangeMs, until.getTime()))) {
      const existing = byId.get(keyOf(row));
      if (!existing || rankOf(row) < rankOf(existing)) byId.set(keyOf(row), row);
    }
  return [...byId.values()].sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** The states of rows with the same id, in the order of precedence. */
const stateOrder: readonly ProviderTransaction['state'][] = [
  'completed',
  'partly-returned',
  'returned',
  'denied',
  'pending',
];

/**
 * Returns the rank of a row among the rows with its id. The row with the lowest rank wins: rows about money of buyers and affiliates
 * come before `other` rows, `unreadable` rows come last, and equal kinds are ranked by `stateOrder`.
 */
function rankOf({ kind, state }: ProviderTransaction): number {
  const kindRank = kind === 'unreadable' ? 2 : kind === 'other' ? 1 : 0;
  return kindRank * stateOrder.length + stateOrder.indexOf(state);
}

const secondMs = 1_000;

/** A range of this length is not split any further. */
const minRangeMs = 60 * 60 * secondMs;

/** PayPal's error for a report of more than 10,000 rows. It sends none of them. */
const tooManyRows = 'RESULTSET_TOO_LARGE';

/** Reads a report. A range with too many rows for one report is read in halves, one after the other. */
async function readRange(api: PayPalReader, from: number, until: number): Promise<ProviderTransaction[]> {
  try {
    return await readPages(api, from, until);
  } catch (error) {
    if (errorAnswerOf(error)?.errorName !== tooManyRows || until - from <= minRangeMs) throw error;
  }
  const middle = from + Math.floor((until - from) / 2 / secondMs) * secondMs;
  return [...(await readRange(api, from, middle)), ...(await readRange(api, middle, until))];
}

const pageSize = 500;

/** Reads all pages of a report. PayPal takes ranges of whole seconds, both ends included. */
async function readPages(api: PayPalReader, from: number, until: number): Promise<ProviderTransaction[]> {
  const rows: ProviderTransaction[] = [];
  let pages = 1;
  for (let page = 1; page <= pages; page += 1) {
    const query = new URLSearchParams({
      start_date: inSeconds(from),
      end_date: inSeconds(until - secondMs),
      fields: 'transaction_info',
      balance_affecting_records_only: 'N',
      page_size: String(pageSize),
      page: String(page),
    });
    const path = `/v1/reporting/transactions?${query.toString()}`;
    const report = await api.get(path, reportShape, requestSignal(limits.timeoutMs.reportPage));
    // A 404 is not an empty report.
    if (!report) throw problem('payment-provider-unavailable', { cause: 'The report is not found' });
    rows.push(...report.transaction_details);
    pages = report.total_pages;
  }
  return rows;
}

/** Returns a moment as ISO 8601 without its milliseconds. */
function inSeconds(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** A payment that PayPal reversed, and a chargeback. */
const reversalCodes: readonly string[] = ['T1106', 'T1201'];

/** A chargeback that was reversed or cancelled. */
const reversalBackCodes: readonly string[] = ['T1202', 'T1208'];

/** A mass payment. PayPal uses the code for payments that we send and that we receive. */
const massPayment = 'T0001';

/** The reversal and the refund of a mass payment. (https://developer.paypal.com/payouts/settlement-transaction-details) */
const massPaymentBackCodes: readonly string[] = ['T1114', 'T1115'];

/**
 * Returns the kind of a transaction. T00nn are payments of buyers; T11nn and T12nn are money that comes back, and only some
 * of them concern buyers. The sign of the amount decides for codes that are used in both directions.
 */
function transactionKind(code: string, cents: number): ProviderTransaction['kind'] {
  if (code === massPayment && cents < 0) return 'payout';
  if (massPaymentBackCodes.includes(code) && cents > 0) return 'payout-back';
  if (code.startsWith('T00')) return 'payment';
  if (code === 'T1107') return 'refund';
  if (reversalCodes.includes(code)) return cents > 0 ? 'reversal-back' : 'reversal';
  return reversalBackCodes.includes(code) && cents > 0 ? 'reversal-back' : 'other';
}

/** The states by PayPal's `transaction_status`. */
const states: Record<string, ProviderTransaction['state']> = {
  S: 'completed',
  P: 'pending',
  D: 'denied',
  V: 'returned',
  F: 'partly-returned',
};

/** A moment in a report. Its offset has no colon: `2025-08-04T12:00:00+0000`. */
const reportMoment = z.pipe(
  z.string().check(z.overwrite((text) => text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))),
  moment,
);

const rowShape = z.pipe(
  z.object({
    transaction_info: z.object({
      transaction_id: z.string(),
      paypal_reference_id: z.optional(z.string()),
      paypal_reference_id_type: z.optional(z.string()),
      transaction_event_code: z.string(),
      transaction_initiation_date: reportMoment,
      transaction_amount: money,
      transaction_status: z.optional(z.string()),
      custom_field: z.optional(z.string()),
    }),
  }),
  z.transform(({ transaction_info: info }): ProviderTransaction => ({
    id: info.transaction_id,
    kind: transactionKind(info.transaction_event_code, info.transaction_amount.cents),
    isSale: info.transaction_event_code === 'T0002' || info.paypal_reference_id_type === 'SUB',
    paymentId: info.paypal_reference_id_type === 'TXN' ? (info.paypal_reference_id ?? null) : null,
    customId: info.custom_field ?? null,
    state: states[info.transaction_status ?? ''] ?? 'pending',
    amount: info.transaction_amount,
    at: info.transaction_initiation_date,
  })),
);

const idShape = z.object({ transaction_info: z.object({ transaction_id: z.string() }) });

/** Stands for a row that cannot be read, so that the other rows are still compared. */
function unreadableRow(row: unknown): ProviderTransaction {
  return {
    id: idShape.safeParse(row).data?.transaction_info.transaction_id ?? 'without id',
    kind: 'unreadable',
    isSale: false,
    paymentId: null,
    customId: null,
    state: 'pending',
    amount: { cents: 0, currency: 'USD' },
    at: new Date(0),
  };
}

/** GET /v1/reporting/transactions, with the field transaction_info. */
const reportShape = z.object({
  transaction_details: z._default(
    z.array(
      z.pipe(
        z.unknown(),
        z.transform((row) => rowShape.safeParse(row).data ?? unreadableRow(row)),
      ),
    ),
    [],
  ),
  total_pages: z._default(z.number(), 1),
});
