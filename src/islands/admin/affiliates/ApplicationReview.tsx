import type { ReactNode } from 'react';
import { formatDate } from '../../../shared/dates.ts';
import { maxLengths } from '../../../shared/max-lengths.ts';
import { affiliateAdminMessages as texts, recordMessages } from '../../../shared/messages/admin.ts';
import { applicationMessages } from '../../../shared/messages/affiliate.ts';
import { Facts } from '../../ui/CardTable.tsx';
import { BusyButton } from '../../ui/buttons.tsx';
import { TextAreaField } from '../../ui/fields.tsx';
import { type Outcome, type ReadField, useForm } from '../../ui/use-form.ts';
import type { AffiliateRecord } from './AffiliateForm.tsx';
import { isWaiting, overdueDays, Waiting } from './affiliate-columns.tsx';
import type { RecordPage } from '../../data/use-records.ts';

interface Props {
  readonly record: AffiliateRecord;
  /** True while the decision is being saved. */
  readonly busy: boolean;
  readonly onApprove: () => void;
  readonly onDecline: (reason: string | null) => Promise<void>;
  readonly onClose: () => void;
}

/** An application: the applicant's own words, the facts to judge by, and the decision. */
export function ApplicationReview({ record, busy, onApprove, onDecline, onClose }: Props) {
  return (
    <>
      <p className="soft small">{applicationMessages.promotion}</p>
      {record.promotion === null ? (
        <p>{texts.noPromotion}</p>
      ) : (
        <blockquote className="words">{record.promotion}</blockquote>
      )}
      <Facts rows={factsOf(record)} />
      <div className="form-actions">
        {record.application_state !== 'approved' && (
          <BusyButton
            label={texts.approve}
            busyLabel={texts.approving}
            busy={busy}
            look="primary"
            onPress={onApprove}
          />
        )}
        <button type="button" className="button" onClick={onClose}>
          {recordMessages.close}
        </button>
      </div>
      {isWaiting(record) && (
        <details className="disclosure">
          <summary>{texts.decline}</summary>
          <DeclineForm busy={busy} onDecline={onDecline} />
        </details>
      )}
    </>
  );
}

function factsOf(record: AffiliateRecord): readonly (readonly [string, ReactNode])[] {
  const { email, email_confirmed, date_created, referred_by, code, declined_reason } = record;
  return [
    ['Email', email],
    ['Address', email_confirmed ? texts.emailConfirmed : texts.emailNotConfirmed],
    ['Applied', formatDate(date_created)],
    ...(isWaiting(record) ? [['Waiting', <Waiting key="waiting" record={record} />] as const] : []),
    ['Referred by', referred_by ?? 'Nobody'],
    ['Code', <code key="code">{code}</code>],
    ...(record.application_state === 'declined'
      ? [['Declined', declined_reason ?? 'Without a reason'] as const]
      : []),
  ];
}

/** Declines the application, with a reason if the admin writes one. */
function DeclineForm({ busy, onDecline }: Pick<Props, 'busy' | 'onDecline'>) {
  const submit = async (read: ReadField<'reason'>): Promise<Outcome<'reason'>> => {
    await onDecline(read('reason').trim() || null);
    return { done: true };
  };
  const { form, errors, onSubmit, onInput } = useForm(submit);
  return (
    <form ref={form} className="form" method="dialog" noValidate onSubmit={onSubmit} onInput={onInput}>
      <TextAreaField
        name="reason"
        label="Reason"
        optional
        maxLength={maxLengths.reason}
        hint={texts.declineReasonHint}
        error={errors.reason}
        readOnly={busy}
      />
      <div className="form-actions">
        <BusyButton
          label={texts.declineApplication}
          busyLabel={texts.declining}
          busy={busy}
          type="submit"
          look="danger"
        />
      </div>
    </form>
  );
}

/** The number of waiting and overdue applications, above the first page of the whole list. */
export function WaitingSummary({ page }: { readonly page: RecordPage<AffiliateRecord> | null }) {
  const isFiltered = page && page.query.q + page.query.state + page.query.sort !== '';
  if (!page || isFiltered || page.cursors.length > 0) return null;
  // The list begins with the waiting applications.
  const waiting = page.rows.filter(isWaiting);
  const overdue = waiting.filter((record) => overdueDays(record) > 0).length;
  const isMore = page.next !== null && waiting.length === page.rows.length;
  return <p className="waiting-summary">{texts.waiting(waiting.length, overdue, isMore)}</p>;
}
