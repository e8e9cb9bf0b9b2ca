import { monthName } from '../../../../shared/dates.ts';
import { payoutMessages as texts } from '../../../../shared/messages/payouts.ts';
import { count } from '../../../../shared/text.ts';
import { May } from '../../../data/role.tsx';
import { BusyButton } from '../../../ui/buttons.tsx';
import { type PayoutRun, type Payouts, sumLine } from './payout-run.ts';
import type { RunCommands } from './use-run-commands.ts';

/** The results in the order of their urgency. */
const resultNames = ['returned', 'blocked', 'unclaimed'] as const;

interface ResultsProps {
  readonly run: PayoutRun;
  readonly commands: RunCommands;
  /** True if all steps are done. Only these payouts are left. */
  readonly isCurrent: boolean;
}

/** The payouts that PayPal could not complete, with their meaning and a button for the return to the balance. */
export function PayoutResults({ run, commands, isCurrent }: ResultsProps) {
  const names = resultNames.filter((name) => run[name].count > 0);
  if (names.length === 0) return null;
  return (
    <>
      <h3>{texts.resultsHeading}</h3>
      <ul className="payout-results">
        {names.map((name, index) => (
          <li key={name}>
            <button
              type="button"
              className="button button-quiet"
              onClick={() => {
                commands.showMonth(run.month, name);
              }}
            >
              {`${texts.results[name]}: ${sumLine(run[name])}`}
            </button>
            <p className="soft" id={`${name}-hint`}>
              {texts.resultHints[name]}
            </p>
            <May role="finance">
              <BusyButton
                label={texts.returnPayoutsToBalance(count(run[name].count, 'payout'))}
                busyLabel={texts.busy.pay}
                look={isCurrent && index === 0 && name !== 'unclaimed' ? 'primary' : undefined}
                idle={name === 'unclaimed'}
                describedBy={`${name}-hint`}
                onPress={() => (name === 'unclaimed' ? undefined : commands.returnToBalance(name))}
              />
            </May>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Number of other open months that the panel names. */
const SHOWN_MONTHS = 4;

interface MonthsProps {
  readonly months: Payouts['open_months'];
  readonly onMonth: (month: string) => void;
}

/** The oldest of the other months with payouts that are neither paid nor returned to the balance. */
export function OpenMonths({ months, onMonth }: MonthsProps) {
  if (months.length === 0) return null;
  const hidden = Math.max(0, months.length - SHOWN_MONTHS);
  return (
    <div className="open-months">
      <h3>{texts.alsoOpen}</h3>
      <ul>
        {months.slice(hidden).map(({ month, ...sum }) => (
          <li key={month}>
            <button
              type="button"
              className="button button-quiet"
              onClick={() => {
                onMonth(month);
              }}
            >
              {`${monthName(month)}: ${sumLine(sum)}`}
            </button>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p className="soft">{texts.moreMonths(String(hidden))}</p>}
    </div>
  );
}
