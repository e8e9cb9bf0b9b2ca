import * as z from 'zod/mini';
import { sql, type SQL } from 'drizzle-orm';
import { problem } from '../../../shared/problems.ts';
import { explainRow } from '../../money/ledger/affiliate-ledger.ts';
import type { Context } from '../../frame/context/context.ts';
import { entryKind, holdReason } from '../../frame/db/schema/ledger.ts';
import { paypalActionKind, paypalActionState } from '../../frame/db/schema/paypal-actions.ts';
import { disputeState, paymentState, refundKind } from '../../frame/db/schema/purchases.ts';
import { iso, allRows } from '../../frame/db/sql.ts';
import { noCommission, noCommissionCodes } from '../../money/ledger/no-commission.ts';
import {
  eventsAbout,
  eventSummary,
  eventSummaryJson,
  providerIds,
} from '../../money/purchases/event-summary.ts';
import { purchaseSummary, purchaseSummaryFields } from './list-purchases.ts';
import { refundableCents } from './refundable-cents.ts';

/** Returns a purchase with its payments, refunds, disputes, holds, entries and PayPal's events. Throws `purchase-not-found`. */
export async function showPurchase(context: PurchaseContext, id: string): Promise<PurchaseDetails> {
  return parsePurchase(context, await allRows(context.db, purchaseQuery(id), z.unknown()));
}

type PurchaseContext = Pick<Context, 'db' | 'paypal'>;

/** Query of one row for `parsePurchase`. */
export function purchaseQuery(id: string): SQL {
  return sql`with this_purchase as (select * from purchases where id = ${id}::uuid)
    select json_build_object(${purchaseSummaryFields(sql`this_purchase`)},
      'is_reattributed', this_purchase.reattributed_at is not null, 'payments', ${payments}, 'actions', ${actions}, 'events', ${events}) as purchase
    from this_purchase`;
}

/** Parses the rows of `purchaseQuery`. Throws `purchase-not-found`. */
export function parsePurchase({ paypal }: Pick<PurchaseContext, 'paypal'>, rows: unknown): PurchaseDetails {
  const [row] = z.array(z.object({ purchase: purchaseRow })).parse(rows);
  if (!row) throw problem('purchase-not-found');
  const { is_reattributed: isReattributed, ...purchase } = row.purchase;
  return {
    ...purchase,
    payments: purchase.payments.map(({ earner, ...paymentFields }) => ({
      ...paymentFields,
      paypal_url: paypal.transactionUrl(paymentFields.payment_id),
      no_commission: noCommission({
        ...paymentFields,
        buyersCode: purchase.code,
        isAttributed: purchase.affiliate !== null,
        isReattributed,
        affiliate: earner,
      }),
      entries: paymentFields.entries.map((entryFields) => ({
        ...entryFields,
        explanation: explainRow({
          ...entryFields,
          terms_version: entryFields.terms,
          is_renewal: paymentFields.is_renewal,
          paid_at: paymentFields.paid_at,
        }),
      })),
    })),
  };
}

const moment = z.iso.datetime();

const entry = z.object({
  id: z.string(),
  affiliate: z.object({ id: z.string(), name: z.string(), code: z.string() }),
  kind: z.enum(entryKind.enumValues),
  amount_cents: z.number().check(z.describe('Signed')),
  base_cents: z.number(),
  rate_basis_points: z.number(),
  terms: z.string(),
  occurred_at: moment,
});

const payment = z.object({
  id: z.string(),
  payment_id: z.string().check(z.describe('PayPal’s id of the capture or sale')),
  sequence: z.number().check(z.describe('The place among the purchase’s payments by date, from 1')),
  is_renewal: z.boolean().check(z.describe('True if the customer had paid before')),
  state: z.enum(paymentState.enumValues),
  amount_cents: z.number(),
  tax_cents: z.number(),
  refunded_cents: z.number(),
  refundable_cents: z
    .number()
    .check(
      z.describe(
        'What can still be refunded. A refund that PayPal has accepted counts before its event arrives',
      ),
    ),
  paid_at: moment,
  refunds: z.array(
    z.object({
      refund_id: z.string().check(z.describe('PayPal’s id')),
      kind: z.enum(refundKind.enumValues),
      amount_cents: z.number(),
      refunded_at: moment,
    }),
  ),
  disputes: z.array(
    z.object({
      dispute_id: z.string().check(z.describe('PayPal’s id')),
      state: z.enum(disputeState.enumValues),
      lost_cents: z.number(),
      opened_at: moment,
      changed_at: moment,
    }),
  ),
  holds: z.array(
    z.object({
      id: z.string(),
      reason: z.enum(holdReason.enumValues),
      placed_at: moment,
      released_at: z.nullable(moment),
      released_by: z
        .nullable(z.string())
        .check(z.describe('An admin’s uid, or `provider` for the end of a dispute')),
    }),
  ),
  entries: z.array(entry),
});

const action = z.object({
  id: z.string(),
  kind: z.enum(paypalActionKind.enumValues),
  payment_id: z.nullable(z.string()).check(z.describe('The id of the refunded payment')),
  amount_cents: z.nullable(z.number()),
  reason: z.nullable(z.string()),
  state: z
    .enum(paypalActionState.enumValues)
    .check(z.describe('`waiting`: PayPal has not answered yet, and is asked again')),
  error: z
    .nullable(z.string())
    .check(z.describe('The reason of the last failure, or PayPal’s code of the refusal')),
  refund_id: z
    .nullable(z.string())
    .check(z.describe('PayPal’s id of the refund, once PayPal has accepted it')),
  requested_by: z.string().check(z.describe('An admin’s uid, or `buyer`')),
  requester_email: z.nullable(z.string()).check(z.describe('The address of the admin, from the audit log')),
  requested_at: moment,
  finished_at: z.nullable(moment),
});

/** The purchase's affiliate, or the affiliate who has the purchase's code now. */
const earner = z.nullable(
  z.object({ name: z.string(), code: z.string(), isActive: z.boolean(), wasActive: z.boolean() }),
);

const purchaseRow = z.object({
  ...purchaseSummary.shape,
  is_reattributed: z.boolean(),
  actions: z.array(action),
  payments: z.array(z.extend(payment, { earner })),
  events: z.array(eventSummary),
});

/** A purchase with all of its records, and an explanation of each ledger entry. */
export const purchaseDetails = z
  .object({
    ...purchaseSummary.shape,
    actions: z.array(action).check(z.describe('What PayPal was asked to do: cancel or refund, newest first')),
    events: z.array(eventSummary),
    payments: z.array(
      z.extend(payment, {
        paypal_url: z.string().check(z.describe('The payment on PayPal’s website, for the merchant')),
        no_commission: z
          .nullable(z.object({ code: z.enum(noCommissionCodes), text: z.string() }))
          .check(z.describe('The reason why the payment earns no commission, and the admin’s choices')),
        entries: z.array(
          z.extend(entry, { explanation: z.string().check(z.describe('Explains the amount')) }),
        ),
      }),
    ),
  })
  .check(z.meta({ id: 'PurchaseDetails' }));

export type PurchaseDetails = z.infer<typeof purchaseDetails>;

/** SQL array of JSON objects with these fields, one for each row of a FROM clause. */
function jsonArray(fields: SQL, from: SQL, order: SQL): SQL {
  return sql`(select coalesce(json_agg(json_build_object(${fields}) order by ${order}), '[]') from ${from})`;
}

const refunds = jsonArray(
  sql`'refund_id', provider_id, 'kind', kind, 'amount_cents', amount_cents, 'refunded_at', ${iso(sql`refunded_at`)}`,
  sql`refunds where payment_id = payments.id`,
  sql`refunded_at, id`,
);

const disputes = jsonArray(
  sql`'dispute_id', provider_id, 'state', state, 'lost_cents', lost_cents, 'opened_at', ${iso(sql`opened_at`)},
    'changed_at', ${iso(sql`state_at`)}`,
  sql`disputes where payment_id = payments.id`,
  sql`opened_at, id`,
);

const holds = jsonArray(
  sql`'id', id, 'reason', reason, 'placed_at', ${iso(sql`placed_at`)}, 'released_at', ${iso(sql`released_at`)},
    'released_by', released_by`,
  sql`commission_holds where payment_id = payments.id`,
  sql`placed_at, id`,
);

const entries = jsonArray(
  sql`'id', e.id, 'affiliate', json_build_object('id', affiliates.id, 'name', affiliates.name, 'code', affiliates.code),
    'kind', e.kind, 'amount_cents', e.amount_cents, 'base_cents', e.base_cents,
    'rate_basis_points', e.rate_basis_points, 'terms', e.terms_version, 'occurred_at', ${iso(sql`e.occurred_at`)}`,
  sql`commission_entries e join affiliates on affiliates.id = e.affiliate_id where e.payment_id = payments.id`,
  sql`e.recorded_at, e.id`,
);

const earnerJson = sql`(
  select json_build_object(
    'name', name, 'code', code, 'isActive', date_activated is not null,
    'wasActive', exists (
      select 1 from affiliate_activations where affiliate_id = affiliates.id and active_from <= payments.paid_at
        and (active_until is null or active_until > payments.paid_at)
    )
  ) from affiliates
  where id = coalesce(this_purchase.affiliate_id, (
    select affiliate_id from affiliate_codes where affiliate_codes.code = this_purchase.affiliate_code
  ))
)`;

const payments = jsonArray(
  sql`'id', payments.id, 'payment_id', payments.provider_id, 'sequence', payments.sequence, 'is_renewal', payments.is_renewal,
    'state', payments.state,
    'amount_cents', payments.amount_cents, 'tax_cents', payments.tax_cents,
    'refunded_cents', payments.refunded_cents, 'refundable_cents', ${refundableCents}, 'paid_at', ${iso(sql`payments.paid_at`)},
    'refunds', ${refunds}, 'disputes', ${disputes}, 'holds', ${holds}, 'entries', ${entries}, 'earner', ${earnerJson}`,
  sql`payments where payments.purchase_id = this_purchase.id`,
  sql`payments.paid_at, payments.id`,
);

const actions = jsonArray(
  sql`'id', id, 'kind', kind, 'payment_id', payment_id, 'amount_cents', amount_cents, 'reason', reason, 'state', state,
    'error', last_error, 'refund_id', provider_id, 'requested_by', requested_by, 'requester_email', (
      select actor_email from audit_log
      where entity = 'purchase' and entity_id = purchase_id::text and actor_id = requested_by and actor_email is not null
      limit 1
    ), 'requested_at', ${iso(sql`created_at`)},
    'finished_at', ${iso(sql`finished_at`)}`,
  sql`paypal_actions where purchase_id = this_purchase.id`,
  sql`created_at desc, id`,
);

const events = sql`(select coalesce(json_agg(${eventSummaryJson} order by webhook_events.occurred_at, webhook_events.id), '[]')
  from webhook_events where ${eventsAbout(providerIds(sql`this_purchase`))})`;
