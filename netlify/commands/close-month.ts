import { count } from '../../src/shared/messages/records.ts';
import { centsToDecimal } from '../../src/shared/money.ts';
import { monthText } from '../../src/shared/schemas/statement.ts';
import { closeMonth } from '../../src/server/statements/close-month.ts';
import type { ClosedMonth } from '../../src/server/statements/write-statements.ts';
import type { Settings } from '../../stack/settings.ts';
import { failed, type Outcome } from './outcome.ts';
import { runByHand } from './run-by-hand.ts';
import { withDatabase } from './with-database.ts';

const lineOf = ({ month, statements, payouts, paid_cents: cents }: ClosedMonth): string =>
  `${month} is closed: ${count(statements, 'statement')}, ${count(payouts, 'proposed payout')} of $${centsToDecimal(cents)}.`;

/** `npm run statements:close`: closes a month that is over, and the open ones before it. */
export const closeByHand = async (
  [month, ...rest]: readonly string[],
  settings: Settings,
  now = new Date(),
): Promise<Outcome> => {
  if (!monthText.safeParse(month).success || month === undefined || rest.length > 0)
    return { code: 2, text: 'Which month? Say one: npm run statements:close -- 2025-08' };
  try {
    const closed = await withDatabase(settings, (db) => closeMonth({ db, now }, month));
    const text =
      closed.map(lineOf).join('\n') ||
      `There is nothing to close: ${month} is closed, or lies before all others.`;
    return { code: 0, text };
  } catch (error) {
    return failed(error);
  }
};

if (import.meta.main) await runByHand(closeByHand);
