import { formatDate, monthName } from '../../../../shared/dates.ts';
import { payoutMessages as texts } from '../../../../shared/messages/payouts.ts';
import { formatUsd } from '../../../../shared/money.ts';
import { capitalize, count } from '../../../../shared/text.ts';
import type { Payouts } from './payout-run.ts';
import {
  currentStep,
  payoutSteps,
  payoutSum,
  runHeading,
  type PayoutRun,
  type PayoutStep,
  type PayoutSum,
} from './payout-run.ts';
import { Section } from '../../../ui/Section.tsx';

interface Props {
  readonly run: PayoutRun;
  readonly openMonths: Payouts['open_months'];
  /** Shows the payouts of a month, all of them or those with a result. */
  readonly onMonth: (month: string, result?: PayoutResult) => void;
}

type PayoutResult = (typeof resultNames)[number];

/** The results in the order of their urgency. */
const resultNames = ['returned', 'blocked', 'unclaimed'] as const;

/** The steps of a month, from its closing to the payment, with the warnings and the other months that are open. */
export function PayoutRunPanel({ run, openMonths, onMonth }: Props) {
  const steps = payoutSteps(run);
  const current = currentStep(run, steps);
  return (
    <Section id="payout-run" tab="Month" heading={runHeading(run, steps, monthName(run.month), new Date())}>
      <ol className="payout-steps">
        {steps.map((step, index) => (
          <li
            key={step.name}
            aria-current={index === current ? 'step' : undefined}
            data-done={index < current || undefined}
          >
            <h3>
              {index < current && <span className="visually-hidden">{texts.stepDone}</span>}
              <span>{texts.steps[step.name]}</span>
            </h3>
            {step.name === 'close' ? <ClosedMonth run={run} payouts={step.passed} /> : <Sums step={step} />}
            {step.name === 'review' && run.proposed.count > 0 && run.flagged.count === 0 && (
              <p>{texts.noAnomalies}</p>
            )}
          </li>
        ))}
      </ol>
      {run.anomalies.length > 0 && <Warnings anomalies={run.anomalies} />}
      <Results run={run} onMonth={onMonth} />
      {run.rejected.count > 0 && <p className="soft small">{texts.rejectedSum(payoutSum(run.rejected))}</p>}
      <OpenMonths months={openMonths.filter(({ month }) => month !== run.month)} onMonth={onMonth} />
    </Section>
  );
}

function sumLine({ count: number, cents }: PayoutSum): string {
  return `${count(number, 'payout')}, ${formatUsd(cents)}`;
}

function ClosedMonth({ run, payouts }: { readonly run: PayoutRun; readonly payouts: PayoutSum }) {
  return (
    <>
      {payouts.count > 0 && <p className="step-sum">{sumLine(payouts)}</p>}
      {run.closed_at !== null && <p className="soft">{texts.closedOn(formatDate(run.closed_at))}</p>}
    </>
  );
}

/** The payouts that wait for a step, and the payouts that have passed it. */
function Sums({ step: { name, waiting, passed } }: { readonly step: PayoutStep }) {
  return (
    <>
      {waiting.count > 0 && (
        <p>
          <span className="step-sum">{sumLine(waiting)}</span> <span>{texts.waiting[name]}</span>
        </p>
      )}
      {passed.count > 0 && <p className="soft">{`${sumLine(passed)} ${texts.passed[name]}`}</p>}
    </>
  );
}

function Warnings({ anomalies }: Pick<PayoutRun, 'anomalies'>) {
  return (
    <>
      <h3>{texts.lookCloser}</h3>
      <ul className="payout-warnings">
        {anomalies.map(({ code, text, count: number }) => (
          <li key={code}>
            <span>{count(number, 'payout')}</span> <strong>{capitalize(texts.warnings[code])}</strong>{' '}
            <span className="soft">{text}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The payouts that PayPal could not complete. */
function Results({ run, onMonth }: Pick<Props, 'run' | 'onMonth'>) {
  const names = resultNames.filter((name) => run[name].count > 0);
  if (names.length === 0) return null;
  return (
    <div className="open-months">
      <h3>{texts.resultsHeading}</h3>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <button
              type="button"
              className="button button-quiet"
              onClick={() => {
                onMonth(run.month, name);
              }}
            >
              {`${texts.results[name]}: ${sumLine(run[name])}`}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Number of other open months that the panel names. */
const SHOWN_MONTHS = 4;

/** The oldest of the other months with payouts that are neither paid nor rejected. */
function OpenMonths({
  months,
  onMonth,
}: { readonly months: Payouts['open_months'] } & Pick<Props, 'onMonth'>) {
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
