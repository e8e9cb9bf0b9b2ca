import { exampleCommissions } from './commission.ts';
import { dayMs, monthNames } from './dates.ts';
import { explainEntry } from './explain-entry.ts';
import { formatUsd, shareOf } from './money.ts';
import { offer } from './offer.ts';
import { findPlan, type PlanId, requirements } from './plans.ts';
import { linkDisclosure, type ProgramTerms, termsAt } from './program.ts';
import { sellerLines } from './seller.ts';
import { signingKeys } from './signing-keys.ts';
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

/** Returns the rates and example commissions of an affiliate who applies at a moment. */
function todaysRates(moment: number, terms: ProgramTerms) {
  const annual = exampleCommissions(priceCents('annual'), moment, terms);
  const basic = exampleCommissions(priceCents('basic'), moment, terms);
  const first = percent(annual.first.rateBasisPoints);
  const renewal = percent(annual.renewal.rateBasisPoints);
  const ratesOn = (sales: string) =>
    first === renewal ? `${first} on ${sales} and renewals` : `${first} on ${sales}, ${renewal} on renewals`;
  const explanation = (isRenewal: boolean) =>
    explainEntry({
      kind: 'commission',
      ...(isRenewal ? annual.renewal : annual.first),
      baseCents: priceCents('annual'),
      isRenewal,
      paidAt: null,
    });
  return {
    'program.today': ratesOn('referrals'),
    'program.today-subscriptions': ratesOn('new subscriptions'),
    'program.first-rate': first,
    'program.annual-first': formatUsd(annual.first.amountCents),
    'program.annual-renewal': formatUsd(annual.renewal.amountCents),
    'program.basic-first': formatUsd(basic.first.amountCents),
    'program.entry-first': explanation(false),
    'program.entry-renewal': explanation(true),
  };
}

/** Returns the terms of the founders' year, which pages keep after its end. */
function foundersTerms(moment: number, { founders }: ProgramTerms) {
  const lastDay = new Date(founders.until - dayMs);
  const year = String(lastDay.getUTCFullYear());
  const day = `${monthNames[lastDay.getUTCMonth()] ?? ''} ${String(lastDay.getUTCDate())}, ${year}`;
  return {
    'program.rate': percent(founders.rateBasisPoints),
    'program.year': year,
    'program.founders-state': moment < founders.until ? `runs through ${day}` : `ended on ${day}`,
    'program.annual-founders': formatUsd(shareOf(priceCents('annual'), founders.rateBasisPoints)),
    'program.basic-founders': formatUsd(shareOf(priceCents('basic'), founders.rateBasisPoints)),
  };
}

/** Returns the newest public key, as programs and OpenSSL expect it: 32 bytes in base64. */
function newestKey(kind: keyof typeof signingKeys): string {
  const { publicKey = '' } = signingKeys[kind].at(-1) ?? {};
  return `${publicKey.replaceAll('-', '+').replaceAll('_', '/')}=`;
}

/** Names the newest public keys in a sentence, in Markdown. One key may sign both. */
function publicKeys(): string {
  const [releases, licenses] = [newestKey('releases'), newestKey('licenses')];
  return releases === licenses
    ? `The public key for releases and licenses is \`${releases}\`.`
    : `The public key for releases is \`${releases}\`, and the one for licenses is \`${licenses}\`.`;
}

/** Returns the values of the placeholders at a moment, UTC in milliseconds. */
export function placeholderValues(moment: number, terms: ProgramTerms = termsAt(moment)) {
  return {
    product: site.product,
    tagline: site.tagline,
    email: site.email,
    'x-handle': site.xHandle,
    site: site.url.replace('https://', ''),
    'seller.name': site.seller.name,
    'seller.address': sellerLines.slice(1).join(', '),
    'seller.register': site.seller.register,
    'seller.tax-number': site.seller.taxNumber,
    'seller.person': site.seller.person,
    ...Object.fromEntries(Object.entries(offer).map(([name, text]) => [`offer.${name}`, text])),
    'keys.public': publicKeys(),
    'keys.releases': newestKey('releases'),
    'price.basic': price('basic'),
    'price.annual': price('annual'),
    'requirements.systems': requirements.platforms.map(({ inWords }) => inWords).join(' and '),
    ...todaysRates(moment, terms),
    'program.renewal-rate': percent(terms.renewalRateBasisPoints),
    'program.disclosure': linkDisclosure,
    'program.tracking-days': String(terms.trackingDays),
    'program.minimum-payout': formatUsd(terms.minimumPayoutCents).replace('.00', ''),
    'program.review-days': String(terms.reviewBusinessDays),
    'program.subscriptions': `${String(terms.subscriptionRange.fromUsd)}-${String(terms.subscriptionRange.toUsd)}`,
    ...foundersTerms(moment, terms),
  };
}

/**
 * The values of placeholders in Markdown files, such as `{product}`, with the rates and terms of the day of the build. Names,
 * prices, requirements and terms come from site.ts, plans.ts and program.ts, so each is written once.
 */
export const placeholders = placeholderValues(Date.now());

/** The names of all placeholders. `{version}` gets its value from the newest release file. */
const placeholderNames: readonly string[] = [...Object.keys(placeholders), 'version'];

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

/** Fills the placeholders in all texts of a value. `extraValues` adds values for this call. Throws for an unknown placeholder. */
export function fillPlaceholders<Value>(
  value: Value,
  extraValues: Readonly<Record<string, string>> = {},
): Value {
  const values = new Map(Object.entries({ ...placeholders, ...extraValues }));
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
