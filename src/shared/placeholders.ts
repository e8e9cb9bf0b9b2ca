import { commissionFor } from './commission.ts';
import { explainEntry } from './explain-entry.ts';
import { formatUsd } from './money.ts';
import { findPlan, type PlanId, requirements } from './plans.ts';
import { program } from './program.ts';
import { site } from './site.ts';

const priceCents = (id: PlanId): number => findPlan(id)?.priceCents ?? 0;
const price = (id: PlanId): string => formatUsd(priceCents(id));

const founders = (program.founders.from + program.founders.until) / 2;
const yearOn = program.founders.until;

/** The commission of a customer's first payment in the founders' year, and of the renewal a year on, by today's rates. */
const first = (id: PlanId) =>
  commissionFor(
    { paidAt: founders, customerFirstPaidAt: founders, ageMonths: 0, baseCents: priceCents(id) },
    program,
  );
const renewal = (id: PlanId) =>
  commissionFor(
    { paidAt: yearOn, customerFirstPaidAt: founders, ageMonths: 12, baseCents: priceCents(id) },
    program,
  );
const explained = (id: PlanId, isRenewal: boolean, commission: ReturnType<typeof commissionFor>): string =>
  explainEntry({ kind: 'commission', ...commission, baseCents: priceCents(id), isRenewal, paidAt: null });
const percent = (basisPoints: number): string => `${String(basisPoints / 100)}%`;

/**
 * What Markdown files may leave to the code: `{product}` and the like. The name, the prices, what the program runs on and
 * the affiliates' terms stand once, in site.ts, plans.ts and program.ts, and are filled in from there.
 */
export const placeholders = {
  product: site.product,
  tagline: site.tagline,
  email: site.email,
  'x-handle': site.xHandle,
  site: site.url.replace('https://', ''),
  'price.basic': price('basic'),
  'price.annual': price('annual'),
  'requirements.systems': requirements.platforms.map(({ inWords }) => inWords).join(' and '),
  'program.rate': percent(program.founders.rateBasisPoints),
  'program.annual-founders': formatUsd(first('annual').amountCents),
  'program.annual-renewal': formatUsd(renewal('annual').amountCents),
  'program.basic-founders': formatUsd(first('basic').amountCents),
  'program.entry-first': explained('annual', false, first('annual')),
  'program.entry-renewal': explained('annual', true, renewal('annual')),
  'program.renewal-rate': percent(program.renewalRateBasisPoints),
  'program.year': String(new Date(program.founders.until - 24 * 60 * 60 * 1_000).getUTCFullYear()),
  'program.tracking-days': String(program.trackingDays),
  'program.minimum-payout': formatUsd(program.minimumPayoutCents).replace('.00', ''),
  'program.review-days': String(program.reviewBusinessDays),
  'program.subscriptions': `${String(program.subscriptionRange.fromUsd)}-${String(program.subscriptionRange.toUsd)}`,
} as const;

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
