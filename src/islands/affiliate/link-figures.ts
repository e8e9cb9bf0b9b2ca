import type { AnswerOf } from '../../client/api.ts';
import { linkConversion } from '../../shared/link-figures.ts';
import { linkMessages as texts } from '../../shared/messages/affiliate.ts';

/** A link of an affiliate, with its figures of the last twelve months. The own code has no label. */
export type AffiliateLink = AnswerOf<'GET /api/affiliates/links'>['links'][number];

export type LinkMonth = AffiliateLink['months'][number];
type LinkFigures = Omit<LinkMonth, 'month'>;

/** Adds up the figures of several months or links. */
export function sumOf(rows: readonly LinkFigures[]): LinkFigures {
  return rows.reduce<LinkFigures>(
    (sum, row) => ({
      clicks: sum.clicks + row.clicks,
      purchases: sum.purchases + row.purchases,
      earned_cents: sum.earned_cents + row.earned_cents,
    }),
    { clicks: 0, purchases: 0, earned_cents: 0 },
  );
}

/** Formats the share of clicks that led to a purchase. A dash stands for purchases without a click. */
export function conversionText(figures: LinkFigures): string {
  const percent = linkConversion(figures);
  return percent === null ? '–' : `${String(percent)}%`;
}

/** Returns the name of a link as the affiliate knows it. */
export function linkName({ label, is_deleted }: Pick<AffiliateLink, 'label' | 'is_deleted'>): string {
  return is_deleted ? texts.deleted(label ?? '') : (label ?? texts.ownCode);
}
