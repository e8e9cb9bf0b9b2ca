import { commissionFor } from './commission.ts';
import { explainEntry } from './explain-entry.ts';
import { formatUsd } from './money.ts';
import { findPlan, type PlanId, requirements } from './plans.ts';
import { currentTerms, type ProgramTerms } from './program.ts';
import { site } from './site.ts';

const priceCents = (id: PlanId): number => findPlan(id)?.priceCents ?? 0;
const price = (id: PlanId): string => formatUsd(priceCents(id));
const percent = (basisPoints: number): string => `${String(basisPoints / 100)}%`;

/** Returns the examples of commissions: a customer's first payment in the founders' year, and the renewal a year on. */
const examplesOf = (terms: ProgramTerms) => {
  const { from, until } = terms.founders;
  const customerFirstPaidAt = (from + until) / 2;
  const first = (id: PlanId) =>
    commissionFor(
      { paidAt: customerFirstPaidAt, customerFirstPaidAt, ageMonths: 0, baseCents: priceCents(id) },
      terms,
    );
  const renewal = (id: PlanId) =>
    commissionFor({ paidAt: until, customerFirstPaidAt, ageMonths: 12, baseCents: priceCents(id) }, terms);
  const explained = (isRenewal: boolean): string =>
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
    'program.entry-first': explained(false),
    'program.entry-renewal': explained(true),
  };
};

/** Returns what the placeholders stand for while these terms hold. */
export const placeholdersUnder = (terms: ProgramTerms) => ({
  product: site.product,
  tagline: site.tagline,
  email: site.email,
  'x-handle': site.xHandle,
  site: site.url.replace('https://', ''),
  'price.basic': price('basic'),
  'price.annual': price('annual'),
  'requirements.systems': requirements.platforms.map(({ inWords }) => inWords).join(' and '),
  'program.rate': percent(terms.founders.rateBasisPoints),
  ...examplesOf(terms),
  'program.renewal-rate': percent(terms.renewalRateBasisPoints),
  'program.year': String(new Date(terms.founders.until - 24 * 60 * 60 * 1_000).getUTCFullYear()),
  'program.tracking-days': String(terms.trackingDays),
  'program.minimum-payout': formatUsd(terms.minimumPayoutCents).replace('.00', ''),
  'program.review-days': String(terms.reviewBusinessDays),
  'program.subscriptions': `${String(terms.subscriptionRange.fromUsd)}-${String(terms.subscriptionRange.toUsd)}`,
});

/**
 * What Markdown files may leave to the code: `{product}` and the like. The name, the prices, what the program runs on and
 * the affiliates' terms stand once, in site.ts, plans.ts and program.ts, and are filled in from there. The terms are those
 * of the day of the build.
 */
export const placeholders = placeholdersUnder(currentTerms());

/** `{version}`, the newest release's, is known only once the releases are read; all but these may use it. */
type Values = Readonly<Record<string, string>>;

/** Every name that may stand in braces. */
export const placeholderNames: readonly string[] = [...Object.keys(placeholders), 'version'];

/** Whatever stands in braces: `{{product}}` and `{two words}` are no placeholders, and would be shown as they are. */
const mark = /\{+[^{}]+\}+/g;
const nameIn = (written: string): string => written.slice(1, -1).trim();

/** The first `{placeholder}` in a text that nothing stands for, or undefined. */
export const unknownPlaceholder = (text: string): string | undefined =>
  [...text.matchAll(mark)]
    .map(([written]) => nameIn(written))
    .find((name) => !placeholderNames.includes(name));

/** A sentence that says which placeholder is wrong and which there are. */
export const placeholderComplaint = (name: string, names: readonly string[] = placeholderNames): string =>
  `There is no placeholder {${name}} here. There are: ${names.map((one) => `{${one}}`).join(', ')}.`;

/** Fills every placeholder in a value's texts, however deep; throws for one that has no value. */
export const fill = <Value>(value: Value, more: Values = {}): Value => {
  const values = new Map(Object.entries({ ...placeholders, ...more }));
  const fillAny = (part: unknown): unknown => {
    if (typeof part === 'string')
      return part.replace(mark, (written) => {
        const name = nameIn(written);
        const found = values.get(name);
        if (found === undefined) throw new Error(placeholderComplaint(name, [...values.keys()]));
        return found;
      });
    if (Array.isArray(part)) return part.map(fillAny);
    if (typeof part !== 'object' || part === null || part instanceof Date) return part;
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, fillAny(inner)]));
  };
  return fillAny(value) as Value;
};
