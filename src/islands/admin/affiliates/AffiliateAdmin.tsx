import { useEffect, useRef, useState } from 'react';
import { type ApiAnswer, errorWithStatus, fieldMessages } from '../../../client/api.ts';
import {
  affiliateAdminMessages as texts,
  payoutTermsMessages,
  recordMessages,
} from '../../../shared/messages/admin.ts';
import { formatDate } from '../../../shared/dates.ts';
import { adminProblemText } from '../../../shared/problem-texts/admin.ts';
import { StaffOnly } from '../../account/StaffOnly.tsx';
import { isDirty } from '../../ui/use-unsaved-changes-prompt.ts';
import { May } from '../../data/role.tsx';
import { useRecords } from '../../data/use-records.ts';
import { focusUnmoved } from '../../ui/focus.ts';
import type { ConfirmQuestion } from '../../ui/ConfirmDialog.tsx';
import { RowButton } from '../../ui/buttons.tsx';
import {
  AffiliateForm,
  type AffiliateRecord,
  affiliatesIn,
  declineAffiliate,
  deleteAffiliate,
  saveAffiliate,
} from './AffiliateForm.tsx';
import { affiliateColumns } from './affiliate-columns.tsx';
import { ApplicationReview, WaitingSummary } from './ApplicationReview.tsx';
import { ExportDataButton } from '../customers/personal-data.tsx';
import { BulkActivation } from './BulkActivation.tsx';
import { ImportAffiliates } from './ImportAffiliates.tsx';
import { PayoutTerms } from './PayoutTerms.tsx';
import { RecordAdmin, useRecordAdmin } from '../kit/RecordAdmin.tsx';
import type { RecordEditor } from '../kit/record-editor.tsx';

/** Creates, edits, activates and deletes affiliates. The server allows it only to admins. */
export function AffiliateAdmin() {
  return <StaffOnly failureText={failureText}>{() => <Screen />}</StaffOnly>;
}

function failureText(message: string): string {
  return adminProblemText('affiliates-load-failed', message);
}

/** Includes the code, because many names are alike: a sign-up takes the name from the email. */
function rowNameOf({ name, code }: AffiliateRecord): string {
  return `${name} (${code})`;
}

const affiliates = {
  columns: affiliateColumns,
  nameOf: ({ name }: AffiliateRecord) => name,
  rowNameOf,
  states: [
    ['', 'All open'],
    ['waiting', 'Waiting'],
    ['active', 'Active'],
    ['inactive', 'Not activated'],
    ['declined', 'Declined'],
    ['left', 'Left'],
    ['closed', 'Closed'],
  ],
  csvExport: ['/api/affiliates/export', 'affiliates.csv'],
  defaultSort: 'waiting',
  failureText,
  texts: {
    add: texts.add,
    create: 'Create an affiliate',
    search: 'Search name, email or code',
    caption: 'Affiliates',
    loading: texts.loadingAffiliates,
    empty: texts.noAffiliates,
    deleted: texts.affiliateDeleted,
    deleteFailed: adminProblemText('affiliate-delete-failed'),
  },
  deleteQuestion: (record: AffiliateRecord) => {
    const affiliateName = `${rowNameOf(record)}, ${record.email ?? ''}.`;
    return {
      text: texts.confirmAffiliate,
      detail: record.has_ledger ? `${affiliateName} ${texts.closesAffiliate}` : affiliateName,
    };
  },
  remove: deleteAffiliate,
} as const;

function Screen() {
  const records = useRecords('GET /api/affiliates', affiliatesIn);
  const admin = useRecordAdmin(records, affiliates);
  const { editor, notify, ask, isBusy } = admin;
  const { editing } = editor;
  const terms = useRef<HTMLDetailsElement>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const shownQuery = records.page?.query;
  // Deselects rows that another search or filter hides.
  useEffect(() => {
    setSelected(new Set());
  }, [shownQuery?.q, shownQuery?.state]);

  const deselect = (ids: readonly string[]) => {
    setSelected((keys) => new Set([...keys].filter((key) => !ids.includes(key))));
  };

  /** Sends a decision about an affiliate. A decision in the panel closes the panel. */
  const decide = (record: AffiliateRecord, { send, done, failed }: Decision) =>
    admin.run(record.id, async () => {
      const pressed = document.activeElement;
      const answer = await send();
      if (!answer.ok)
        return {
          kind: 'error',
          text: adminProblemText(failed, errorWithStatus(answer)),
          detail: fieldMessages(answer),
        };
      const { state, sort } = records.query;
      // The default order is `waiting`, too. A decision changes the row's place in these orders.
      const isSortedByDecision = /^$|waiting|date_activated/.test(sort);
      // A row that moves or leaves the list takes the focused button with it, so the notice takes the focus.
      const isRowMoving = state !== '' || isSortedByDecision;
      const shouldFocus = isRowMoving && focusUnmoved(pressed);
      if (state !== '') deselect([record.id]);
      if (editor.view === 'review') editor.closeIfShows(record);
      return { kind: 'success', text: done, shouldFocus };
    });

  const toggle = async (record: AffiliateRecord) => {
    const isActivation = record.date_activated === null;
    const rejoins = isActivation && record.left_at !== null;
    if (rejoins && !(await ask(rejoinQuestion(record, record.left_at)))) return;
    await decide(record, {
      send: () =>
        saveAffiliate(record, { date_activated: isActivation ? new Date().toISOString() : null }, rejoins),
      done: isActivation ? texts.affiliateActivated : texts.affiliateDeactivated,
      failed: isActivation ? 'affiliate-activate-failed' : 'affiliate-deactivate-failed',
    });
  };

  const decline = (record: AffiliateRecord, reason: string | null) =>
    decide(record, {
      send: () => declineAffiliate(record, reason),
      done: texts.applicationDeclined,
      failed: 'affiliate-decline-failed',
    });

  /** The newest loaded version of the application in the panel. A decision is about the version that the admin sees. */
  const reviewedRecord = editing && (records.page?.rows.find(({ id }) => id === editing.id) ?? editing);
  return (
    <RecordAdmin
      admin={admin}
      form={
        editor.view === 'review' && reviewedRecord ? (
          <ApplicationReview
            record={reviewedRecord}
            busy={isBusy(reviewedRecord.id)}
            onApprove={() => void toggle(reviewedRecord)}
            onDecline={(reason) => decline(reviewedRecord, reason)}
            onClose={editor.closeAndClearNotice}
          />
        ) : (
          <>
            {editing && <p className="soft small">{texts.createdOn(formatDate(editing.date_created))}</p>}
            <May role="admin">
              <AffiliateForm
                {...admin.formProps}
                maySave={async () =>
                  !isDirty(terms.current) || ask({ text: texts.confirmSave, action: recordMessages.save })
                }
              />
            </May>
            {!editing && <ImportAffiliates onImported={() => void records.reload()} />}
            {editing && (
              <PayoutTerms
                ref={terms}
                affiliate={editing}
                notify={notify}
                onChanged={() => void records.reload()}
                onVersion={(version) => {
                  editor.updateRecord({ ...editing, version });
                }}
              />
            )}
          </>
        )
      }
      isOpen={({ email }) => email !== null}
      primary={(record) =>
        record.application_state !== 'approved' && <ReviewButton record={record} editor={editor} />
      }
      actions={(record) => (
        <>
          <span className="row-state">
            <RowButton
              label={record.date_activated === null ? texts.activate : texts.deactivate}
              name={rowNameOf(record)}
              busy={isBusy(record.id)}
              onPress={() => void toggle(record)}
            />
            <span className="soft small">
              {record.email_confirmed ? texts.emailConfirmed : texts.emailNotConfirmed}
            </span>
          </span>
          {record.application_state === 'approved' && record.promotion !== null && (
            <ReviewButton record={record} editor={editor} />
          )}
          <ExportDataButton name={rowNameOf(record)} email={record.email ?? ''} notify={notify} />
        </>
      )}
      readerActions={(record) => (
        <>
          <May role="finance">
            <RowButton
              label={payoutTermsMessages.terms}
              name={rowNameOf(record)}
              onPress={() => void editor.edit(record)}
            />
          </May>
          <ExportDataButton name={rowNameOf(record)} email={record.email ?? ''} notify={notify} />
        </>
      )}
      onDeleted={({ id }) => {
        deselect([id]);
      }}
      selected={selected}
      onSelect={setSelected}
    >
      <WaitingSummary page={records.page} />
      <BulkActivation
        selected={selected}
        deselect={deselect}
        notify={notify}
        onChanged={() => void records.reload()}
      />
    </RecordAdmin>
  );
}

function rejoinQuestion(record: AffiliateRecord, leftAt: string): ConfirmQuestion {
  return {
    text: texts.confirmRejoin,
    detail: texts.rejoinDetail(rowNameOf(record), formatDate(leftAt)),
    action: texts.activate,
  };
}

interface Decision {
  readonly send: () => Promise<ApiAnswer>;
  /** The notice after the decision was saved. */
  readonly done: string;
  readonly failed: 'affiliate-activate-failed' | 'affiliate-deactivate-failed' | 'affiliate-decline-failed';
}

interface ReviewButtonProps {
  readonly record: AffiliateRecord;
  readonly editor: RecordEditor<AffiliateRecord>;
}

/** Opens the application of a row. */
function ReviewButton({ record, editor }: ReviewButtonProps) {
  return (
    <RowButton
      label={record.application_state === 'approved' ? texts.application : texts.review}
      name={rowNameOf(record)}
      onPress={() => void editor.edit(record, 'review')}
    />
  );
}
