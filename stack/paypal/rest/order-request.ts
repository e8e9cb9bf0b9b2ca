import { z } from 'zod';
import { cents } from '../values.ts';
import { unprocessable } from './api-error.ts';

const decimal = z.string().regex(/^((-?\d+)|(-?(\d+)?[.]\d+))$/);
const moneySchema = z.object({ currency_code: z.string().length(3), value: decimal });

const breakdownSchema = z.object({
  item_total: moneySchema.optional(),
  shipping: moneySchema.optional(),
  handling: moneySchema.optional(),
  tax_total: moneySchema.optional(),
  insurance: moneySchema.optional(),
  shipping_discount: moneySchema.optional(),
  discount: moneySchema.optional(),
});

const itemSchema = z.object({
  name: text(127),
  unit_amount: moneySchema,
  tax: moneySchema.optional(),
  quantity: z
    .union([z.string(), z.int().positive().transform(String)])
    .pipe(z.string().regex(/^[1-9]\d{0,9}$/)),
  description: z.string().max(2048).optional(),
  sku: z.string().max(127).optional(),
  category: z.enum(['DIGITAL_GOODS', 'PHYSICAL_GOODS', 'DONATION']).optional(),
});

function text(max: number) {
  return z.string().min(1).max(max);
}

/** Drops unknown fields, such as custom_data, as PayPal does. */
const unitSchema = z.object({
  reference_id: text(256).optional(),
  description: text(127).optional(),
  custom_id: text(255).optional(),
  invoice_id: text(127).optional(),
  soft_descriptor: text(22).optional(),
  amount: moneySchema.extend({ breakdown: breakdownSchema.optional() }),
  payee: z.object({ merchant_id: text(13).optional(), email_address: text(254).optional() }).optional(),
  items: z.array(itemSchema).optional(),
});

const contextSchema = z.object({ return_url: z.url().optional(), cancel_url: z.url().optional() });

export const orderRequestSchema = z.object({
  intent: z.enum(['CAPTURE']),
  purchase_units: z.array(unitSchema).min(1).max(10),
  application_context: contextSchema.optional(),
  payment_source: z
    .object({ paypal: z.object({ experience_context: contextSchema.optional() }).optional() })
    .optional(),
});

export type OrderRequest = z.infer<typeof orderRequestSchema>;
export type PurchaseUnitRequest = z.infer<typeof unitSchema>;

/** Checks the rules between the fields of an order. Throws PayPal's 422 for the first broken rule. */
export function checkOrder(request: OrderRequest): void {
  const units = request.purchase_units;
  const currency = units[0]?.amount.currency_code ?? '';
  for (const [index, unit] of units.entries()) checkUnit(unit, `/purchase_units/${index}`, currency);
  if (units.length === 1) return;
  const references = units.map((unit) => unit.reference_id);
  if (references.includes(undefined))
    throw unprocessable(
      'REFERENCE_ID_REQUIRED',
      "'reference_id' is required for each 'purchase_unit' if multiple 'purchase_unit' are provided.",
    );
  if (new Set(references).size < units.length)
    throw unprocessable(
      'DUPLICATE_REFERENCE_ID',
      '`reference_id` must be unique if multiple `purchase_unit` are provided.',
    );
}

type MoneyText = z.infer<typeof moneySchema>;

function checkUnit(unit: PurchaseUnitRequest, field: string, currency: string): void {
  checkAmount(unit.amount, `${field}/amount`, currency, 1);
  const parts = unit.amount.breakdown;
  for (const [name, part] of Object.entries(parts ?? {}))
    if (part) checkAmount(part, `${field}/amount/breakdown/${name}`, currency, 0);
  for (const [index, item] of (unit.items ?? []).entries()) {
    checkAmount(item.unit_amount, `${field}/items/${index}/unit_amount`, currency, 0);
    if (item.tax) checkAmount(item.tax, `${field}/items/${index}/tax`, currency, 0);
  }
  if (unit.items && unit.items.length > 0) checkItems(unit, field);
  if (!parts) return;
  const partCents = (part: MoneyText | undefined): number => (part ? cents(part.value) : 0);
  const sum =
    partCents(parts.item_total) +
    partCents(parts.tax_total) +
    partCents(parts.shipping) +
    partCents(parts.handling) +
    partCents(parts.insurance);
  if (cents(unit.amount.value) !== sum - partCents(parts.shipping_discount) - partCents(parts.discount))
    throw unprocessable(
      'AMOUNT_MISMATCH',
      'Should equal item_total + tax_total + shipping + handling + insurance - shipping_discount - discount.',
      `${field}/amount/value`,
    );
}

const currencies = new Set(['AUD', 'CAD', 'CHF', 'EUR', 'GBP', 'USD']);

function checkAmount(amount: MoneyText, field: string, currency: string, minimumCents: 0 | 1): void {
  if (!currencies.has(amount.currency_code))
    throw unprocessable(
      'INVALID_CURRENCY_CODE',
      'Currency code is invalid or is not currently supported.',
      field,
    );
  if (amount.currency_code !== currency)
    throw unprocessable(
      'MULTI_CURRENCY_ORDER',
      'Multiple differing values of currency_code are not supported. Entire Order request must have the same currency_code.',
      field,
    );
  if (!/^-?\d+(\.\d{1,2})?$/.test(amount.value))
    throw unprocessable(
      'DECIMAL_PRECISION',
      'If the currency supports decimals, only two decimal place precision is supported.',
      field,
    );
  if (cents(amount.value) >= minimumCents) return;
  if (minimumCents === 1)
    throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE', 'Must be greater than zero.', `${field}/value`);
  throw unprocessable('CANNOT_BE_NEGATIVE', 'Must be greater than or equal to 0.', `${field}/value`);
}

function checkItems(unit: PurchaseUnitRequest, field: string): void {
  const { item_total: itemTotal, tax_total: taxTotal } = unit.amount.breakdown ?? {};
  const path = `${field}/amount/breakdown`;
  if (!itemTotal)
    throw unprocessable(
      'ITEM_TOTAL_REQUIRED',
      'If item details are specified (items.unit_amount and items.quantity) corresponding amount.breakdown.item_total is required.',
      `${path}/item_total`,
    );
  if (cents(itemTotal.value) !== sumItems(unit, 'unit_amount'))
    throw unprocessable(
      'ITEM_TOTAL_MISMATCH',
      'Should equal sum of (unit_amount * quantity) across all items for a given purchase_unit.',
      `${path}/item_total/value`,
    );
  if (taxTotal === undefined && sumItems(unit, 'tax') > 0)
    throw unprocessable(
      'TAX_TOTAL_REQUIRED',
      'If item details are specified (items.tax_total and items.quantity) corresponding amount.breakdown.tax_total is required.',
      `${path}/tax_total`,
    );
  if (taxTotal !== undefined && cents(taxTotal.value) !== sumItems(unit, 'tax'))
    throw unprocessable(
      'TAX_TOTAL_MISMATCH',
      'Should equal sum of (tax * quantity) across all items for a given purchase_unit.',
      `${path}/tax_total/value`,
    );
}

function sumItems(unit: PurchaseUnitRequest, part: 'unit_amount' | 'tax'): number {
  return (unit.items ?? []).reduce(
    (sum, item) => sum + cents(item[part]?.value ?? '0') * Number(item.quantity),
    0,
  );
}
