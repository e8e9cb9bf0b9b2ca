import { formatDate, monthName } from '../../../../shared/dates.ts';
import { payoutMessages as texts } from '../../../../shared/messages/payouts.ts';
import { capitalize, count } from '../../../../shared/text.ts';
import { May } from '../../../data/role.tsx';
import { BusyButton } from '../../../ui/buttons.tsx';
import { Section } from '../../../ui/Section.tsx';
import { OpenMonths, PayoutResults } from './PayoutResults.tsx';
import {
  currentStep,
  type PayoutRun,
  type Payouts,
  type PayoutStep,
  payoutSteps,
  payoutSum,
  type RunAction,
  runHeading,
  stepLabel,
  sumLine,
} from './payout-run.ts';
import type { RunCommands } from './use-run-commands.ts';

interface Props {
  readonly run: PayoutRun;
  readonly openMonths: Payouts['open_months'];
  readonly commands: RunCommands;
}

/** The steps of a month, from its closing to the payment, with their buttons, the warnings and the other months that are open. */
export function PayoutRunPanel({ run, openMonths, commands }: Props) {
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
            {step.name === 'close' ? (
              <ClosedMonth run={run} payouts={step.passed} />
            ) : (
              <Sums name={step.name} step={step} />
            )}
            {step.name === 'approve' && run.proposed.count > 0 && run.flagged.count === 0 && (
              <p>{texts.noAnomalies}</p>
            )}
            {step.name !== 'close' && index >= current && (
              <StepButton
                name={step.name}
                step={step}
                isCurrent={index === current}
                onPress={commands[step.name]}
              />
            )}
            {step.name === 'export' && run.exported.count > 0 && (
              <May role="finance">
                <BusyButton
                  label={texts.exportAgain}
                  busyLabel={texts.busy.export}
                  onPress={commands.exportAgain}
                />
              </May>
            )}
          </li>
        ))}
      </ol>
      {run.anomalies.length > 0 && <Warnings anomalies={run.anomalies} />}
      <PayoutResults run={run} commands={commands} isCurrent={current === steps.length} />
      {run.rejected.count > 0 && (
        <p className="soft small">{texts.returnedToBalance(payoutSum(run.rejected))}</p>
      )}
      <OpenMonths
        months={openMonths.filter(({ month }) => month !== run.month)}
        onMonth={commands.showMonth}
      />
    </Section>
  );
}

function ClosedMonth({ run, payouts }: { readonly run: PayoutRun; readonly payouts: PayoutStep['passed'] }) {
  return (
    <>
      {payouts.count > 0 && <p className="step-sum">{sumLine(payouts)}</p>}
      <p className="soft">
        {run.closed_at === null ? texts.closesByItself : texts.closedOn(formatDate(run.closed_at))}
      </p>
    </>
  );
}

interface StepProps {
  readonly name: RunAction;
  readonly step: PayoutStep;
}

/** The payouts that wait for a step, and the payouts that have passed it. */
function Sums({ name, step: { waiting, passed } }: StepProps) {
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

interface StepButtonProps extends StepProps {
  readonly isCurrent: boolean;
  readonly onPress: () => Promise<void>;
}

/** The button of a step. A step that cannot be taken yet says why. */
function StepButton({ name, step: { waiting }, isCurrent, onPress }: StepButtonProps) {
  const isIdle = waiting.count === 0;
  const note = isIdle ? texts.notYet[name] : name === 'pay' ? texts.markedByReport : '';
  return (
    <May role="finance">
      <BusyButton
        label={stepLabel(name, waiting)}
        busyLabel={texts.busy[name]}
        look={isCurrent ? 'primary' : undefined}
        idle={isIdle}
        describedBy={`${name}-note`}
        onPress={onPress}
      />
      <p className="soft" id={`${name}-note`}>
        {note}
      </p>
    </May>
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
