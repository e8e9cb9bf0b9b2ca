import { centsToDecimal } from '../src/shared/money.ts';
import { Problem } from '../src/shared/problems.ts';
import { monthText } from '../src/shared/schemas/statement.ts';
import { closeMonth } from '../src/server/domain/statement/close-month.ts';
import type { ClosedMonth } from '../src/server/domain/statement/write-statements.ts';
import { AlreadyRunning } from '../tests/stack/lock.ts';
import { localSettings, type Settings } from '../tests/stack/settings.ts';
import { withDatabase } from './with-database.ts';

/** What was done or is wrong, for a person; `code` is the exit code: 0 done, 1 not done, 2 asked wrongly. */
interface Outcome {
  readonly code: 0 | 1 | 2;
  readonly text: string;
}

const count = (number: number, what: string): string => `${String(number)} ${what}${number === 1 ? '' : 's'}`;

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
    const text = closed.map(lineOf).join('\n') || `${month} was closed before; nothing has changed.`;
    return { code: 0, text };
  } catch (error) {
    if (error instanceof AlreadyRunning) return { code: 1, text: `${error.message} Stop it first.` };
    if (error instanceof Problem) return { code: 1, text: error.message };
    throw error;
  }
};

if (import.meta.main) {
  const { code, text } = await closeByHand(process.argv.slice(2), localSettings());
  (code === 0 ? console.log : console.error)(text);
  process.exit(code);
}
