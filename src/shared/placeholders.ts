import { commissionFor } from './commission.ts';
import { explainEntry } from './explain-entry.ts';
import { formatUsd } from './money.ts';
import { findPlan, type PlanId, requirements } from './plans.ts';
import { currentTerms, type ProgramTerms } from './program.ts';
import { site } from './site.ts';

function priceCents(id: PlanId): number {
  return findPlan(id)?.priceCents ?? 0;
}

function price(id: PlanId): string {
  return formatUsd(priceCents(id));
}

function percent(basisPoints: number): string {
  return `${String(basisPoints / 100)}%`;
}

/** Returns the example commissions: a customer's first payment in the founders' year, and the renewal a year later. */
function exampleCommissions(terms: ProgramTerms) {
  const { from, until } = terms.founders;
  const customerFirstPaidAt = (from + until) / 2;
  const first = (id: PlanId) =>
    commissionFor(
      { paidAt: customerFirstPaidAt, customerFirstPaidAt, ageMonths: 0, baseCents: priceCents(id) },
      terms,
    );
  const renewal = (id: PlanId) =>
    commissionFor({ paidAt: until, customerFirstPaidAt, ageMonths: 12, baseCents: priceCents(id) }, terms);
  const explanation = (isRenewal: boolean) =>
    explainEntry({
      kind: 'commission',
      ...(isRenewal ? renewal : first)('annual'),
      baseCents: priceCents('annual'),
      isRenewal,
      paidAt: null,
    });
  return {
    'program.annual-founders': formatUsd(first('annual').amountCents),
    'program.annual-renewal': formatUsd(renewal('annual').amountCents),
    'program.basic-founders': formatUsd(first('basic').amountCents),
    'program.entry-first': explanation(false),
    'program.entry-renewal': explanation(true),
  };
}

/** Returns the values of the placeholders under these terms. */
export function placeholderValues(terms: ProgramTerms) {
  return {
    product: site.product,
    tagline: site.tagline,
    email: site.email,
    'x-handle': site.xHandle,
    site: site.url.replace('https://', ''),
    'price.basic': price('basic'),
    'price.annual': price('annual'),
    'requirements.systems': requirements.platforms.map(({ inWords }) => inWords).join(' and '),
    'program.rate': percent(terms.founders.rateBasisPoints),
    ...exampleCommissions(terms),
    'program.renewal-rate': percent(terms.renewalRateBasisPoints),
    'program.year': String(new Date(terms.founders.until - 24 * 60 * 60 * 1_000).getUTCFullYear()),
    'program.tracking-days': String(terms.trackingDays),
    'program.minimum-payout': formatUsd(terms.minimumPayoutCents).replace('.00', ''),
    'program.review-days': String(terms.reviewBusinessDays),
    'program.subscriptions': `${String(terms.subscriptionRange.fromUsd)}-${String(terms.subscriptionRange.toUsd)}`,
  };
}

/**
 * The values of placeholders in Markdown files, such as `{product}`, under the terms of the day of the build. Names, prices,
 * requirements and terms come from site.ts, plans.ts and program.ts, so each is written once.
 */
export const placeholders = placeholderValues(currentTerms());

/** The names of all placeholders. `{version}` gets its value from the newest release file. */
export const placeholderNames: readonly string[] = [...Object.keys(placeholders), 'version'];

/** Matches any text in braces, so that wrong placeholders such as `{{product}}` and `{two words}` are found too. */
const bracedText = /\{+[^{}]+\}+/g;

function nameIn(placeholder: string): string {
  return placeholder.slice(1, -1).trim();
}

/** Returns the name of the first unknown placeholder in a text, or undefined. */
export function unknownPlaceholder(text: string): string | undefined {
  return [...text.matchAll(bracedText)]
    .map(([placeholder]) => nameIn(placeholder))
    .find((name) => !placeholderNames.includes(name));
}

/** Returns the error message for an unknown placeholder, with the known names. */
export function unknownPlaceholderMessage(name: string, names: readonly string[] = placeholderNames): string {
  return `There is no placeholder {${name}} here. There are: ${names.map((known) => `{${known}}`).join(', ')}.`;
}

/** Fills the placeholders in all texts of a value. `more` has further values. Throws for an unknown placeholder. */
export function fillPlaceholders<Value>(value: Value, more: Readonly<Record<string, string>> = {}): Value {
  const values = new Map(Object.entries({ ...placeholders, ...more }));
  const fillAny = (part: unknown): unknown => {
    if (typeof part === 'string')
      return part.replace(bracedText, (placeholder) => {
        const name = nameIn(placeholder);
        const text = values.get(name);
        if (text === undefined) throw new Error(unknownPlaceholderMessage(name, [...values.keys()]));
        return text;
      });
    if (Array.isArray(part)) return part.map(fillAny);
    if (typeof part !== 'object' || part === null || part instanceof Date) return part;
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, fillAny(inner)]));
  };
  return fillAny(value) as Value;
}
