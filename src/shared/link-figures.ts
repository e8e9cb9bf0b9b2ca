/** The most named links that an affiliate may have at a time. */
export const maxLinks = 50;

/** The most named links that an affiliate may ever make. Codes are never given away again, and an email has 10,000 of them. */
export const maxLinksEver = 200;

/**
 * Returns the share of clicks that led to a purchase, in percent with one decimal. Returns 0 without clicks and purchases, and
 * null for purchases without a click, because a buyer may type a code.
 */
export function linkConversion({
  clicks,
  purchases,
}: {
  readonly clicks: number;
  readonly purchases: number;
}): number | null {
  if (clicks === 0) return purchases === 0 ? 0 : null;
  return Math.round((purchases / clicks) * 1_000) / 10;
}
