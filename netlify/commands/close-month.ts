import { closeMonth, type ClosedMonth } from '../../src/server/money/statements/close-month.ts';
import { count } from '../../src/shared/text.ts';
import { centsToDecimal } from '../../src/shared/money.ts';
import { monthText } from '../../src/shared/schemas/statement.ts';
import type { Settings } from '../../stack/settings.ts';
import { type CommandResult, failureResult } from './command-result.ts';
import { runCommand } from './run-command.ts';
import { withDatabase } from './with-services.ts';

/** `npm run statements:close`: closes a past month and the open months before it. */
export async function runCloseMonth(
  [month, ...rest]: readonly string[],
  settings: Settings,
  now = new Date(),
): Promise<CommandResult> {
  if (!monthText.safeParse(month).success || month === undefined || rest.length > 0)
    return { code: 2, text: 'Name one month: npm run statements:close -- 2025-08' };
  try {
    const closed = await withDatabase(settings, (db) => closeMonth({ db, now }, month));
    return {
      code: 0,
      text:
        closed.map(closedLine).join('\n') ||
        `There is nothing to close: ${month} is closed, or lies before the first month.`,
    };
  } catch (error) {
    return failureResult(error);
  }
}

function closedLine({ month, statements, payouts, paid_cents: cents }: ClosedMonth): string {
  return `${month} is closed: ${count(statements, 'statement')}, ${count(payouts, 'proposed payout')} of $${centsToDecimal(cents)}.`;
}

if (import.meta.main) await runCommand(runCloseMonth);
