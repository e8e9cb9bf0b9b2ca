import { type ReactNode, useState } from 'react';
import { dayRange } from '../../../shared/dates.ts';
import { overviewMessages as texts } from '../../../shared/messages/overview.ts';
import { adminFailure } from '../../../shared/problem-texts/admin.ts';
import { reviewBusinessDays } from '../../../client/accounts/review-days.ts';
import { hasAnswer, useApi } from '../../data/use-api.tsx';
import { LoadState } from '../../ui/loading.tsx';
import { FormNotice, type Notice, type ScreenCallbacks } from '../../ui/notices.tsx';
import { EventTable } from '../purchases/PurchaseEvents.tsx';
import { PolicyViolations } from './PolicyViolations.tsx';
import { SaleClaims } from './SaleClaims.tsx';
import { StuckActions } from './StuckActions.tsx';
import { UnsentMails } from './UnsentMails.tsx';
import { sectionIds, type Overview, type WaitingLine, waitingLines } from './waiting-lines.ts';
import { useWithdrawals, Withdrawals } from './Withdrawals.tsx';
import { Section } from '../../ui/Section.tsx';

interface Props {
  /** The part of the screen below the overview. It appears with the overview, so that it does not move. */
  readonly children: ReactNode;
}

/** Everything that waits for an admin, the most urgent first. Each line leads to the screen where it is decided. */
export function WaitingOverview({ children }: Props) {
  const loaded = useApi('GET /api/admin/overview');
  const { data: overview, failure, reload } = loaded;
  // The section shows the withdrawals at once, because they are in the cache.
  const withdrawals = useWithdrawals('open');
  const data = hasAnswer(withdrawals) ? overview : undefined;
  const [notice, notify] = useState<Notice | null>(null);
  const callbacks: ScreenCallbacks = { notify, reload };
  return (
    <>
      <Section id="waiting" heading={texts.heading} className="overview">
        <LoadState
          loaded={{ ...loaded, data }}
          waiting={texts.loading}
          failureText={adminFailure('overview-load-failed')}
        />
        {data && <Lines overview={data} />}
      </Section>
      <FormNotice notice={notice} canFocus />
      {data && data.withdrawals.open + data.withdrawals.unknown > 0 && <Withdrawals {...callbacks} />}
      {data && data.sale_claims > 0 && <SaleClaims {...callbacks} />}
      {data && data.failed_events.newest.length > 0 && (
        <FailedEvents failedEvents={data.failed_events} {...callbacks} />
      )}
      {data && data.paypal_actions.newest.length > 0 && <StuckActions actions={data.paypal_actions} />}
      {data && data.mails.given_up + data.mails.late > 0 && <UnsentMails mails={data.mails} {...callbacks} />}
      {data && data.policy_violations.length > 0 && <PolicyViolations violations={data.policy_violations} />}
      {(data || failure !== null) && children}
    </>
  );
}

function Lines({ overview }: { readonly overview: Overview }) {
  const lines = waitingLines(overview, reviewBusinessDays);
  return (
    <>
      {lines.length > 0 ? (
        <ul className="ledger-lines">
          {lines.map((line) => (
            <Line key={line.href + line.text} line={line} />
          ))}
        </ul>
      ) : (
        <div className="all-clear">
          <p>{texts.allClear}</p>
          <p>{texts.allClearDetail}</p>
        </div>
      )}
      <Reconciliation last={overview.reconciliation} />
    </>
  );
}

function Line({ line: { number, text, detail, href, isOverdue } }: { readonly line: WaitingLine }) {
  return (
    <li>
      <a href={href} data-overdue={isOverdue}>
        <span className="number">{number.toLocaleString('en-US')}</span>{' '}
        <span className="what">
          <span className="text">{text}</span>
          {detail !== undefined && <span className="detail">{` ${detail}`}</span>}
        </span>
      </a>
    </li>
  );
}

/** The days of the last reconciliation. Not shown if it found differences, which have a line above. */
function Reconciliation({ last }: { readonly last: Overview['reconciliation'] }) {
  if (last && last.differences > 0) return null;
  return (
    <p className="soft small">
      {last ? texts.reconciled(dayRange(last.first_day, last.last_day)) : texts.neverReconciled}
    </p>
  );
}

interface FailedEventsProps extends ScreenCallbacks {
  readonly failedEvents: Overview['failed_events'];
}

function FailedEvents({ failedEvents: { newest, given_up, retrying }, ...callbacks }: FailedEventsProps) {
  const total = given_up + retrying;
  return (
    <Section id="failed" tab="PayPal" heading={texts.failedHeading} anchor={sectionIds.failedEvents}>
      {newest.length < total && <p className="soft">{texts.newestFailed(newest.length, total)}</p>}
      <EventTable events={newest} {...callbacks} />
    </Section>
  );
}
