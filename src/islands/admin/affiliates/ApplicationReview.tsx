import type { ReactNode } from 'react';
import { formatDate } from '../../../shared/dates.ts';
import { maxLengths } from '../../../shared/max-lengths.ts';
import { affiliateAdminMessages as texts, recordMessages } from '../../../shared/messages/admin.ts';
import { applicationMessages } from '../../../shared/messages/affiliate.ts';
import { Facts } from '../../ui/CardTable.tsx';
import { BusyButton } from '../../ui/buttons.tsx';
import { TextAreaField } from '../../ui/fields.tsx';
import { CancelButton, Form, FormEnd } from '../../ui/Form.tsx';
import { useForm } from '../../ui/use-form.ts';
import type { AffiliateRecord } from './AffiliateForm.tsx';
import { isWaiting, overdueDays, Waiting } from './affiliate-columns.tsx';
import type { RecordPage } from '../../data/use-records.ts';

interface Props {
  readonly record: AffiliateRecord;
  /** True while the decision is being saved. */
  readonly busy: boolean;
  readonly onApprove: () => Promise<unknown>;
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
        <CancelButton label={recordMessages.close} onPress={onClose} />
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
    ['Waiting', isWaiting(record) ? <Waiting key="waiting" record={record} /> : null],
    ['Referred by', referred_by ?? 'Nobody'],
    ['Code', <code key="code">{code}</code>],
    ['Declined', record.application_state === 'declined' ? (declined_reason ?? 'Without a reason') : null],
  ];
}

/** Declines the application, with a reason if the admin writes one. */
function DeclineForm({ busy, onDecline }: Pick<Props, 'busy' | 'onDecline'>) {
  const form = useForm<'reason'>(async (read) => {
    await onDecline(read('reason').trim() || null);
    return { done: true };
  });
  return (
    <Form form={{ ...form, busy }}>
      <TextAreaField
        name="reason"
        label="Reason"
        optional
        maxLength={maxLengths.reason}
        hint={texts.declineReasonHint}
      />
      <FormEnd label={texts.declineApplication} busyLabel={texts.declining} look="plain" />
    </Form>
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
