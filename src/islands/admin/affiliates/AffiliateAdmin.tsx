import { authFetch } from '../../../client/accounts/auth-fetch.ts';
import { useEffect, useRef, useState } from 'react';
import { type AnswerOf, type ApiAnswer, errorWithStatus, fieldMessages } from '../../../client/api.ts';
import {
  affiliateAdminMessages as texts,
  paymentSettingsMessages,
  recordMessages,
} from '../../../shared/messages/admin.ts';
import { formatDate } from '../../../shared/dates.ts';
import { adminFailure, adminProblemText } from '../../../shared/problem-texts/admin.ts';
import { StaffOnly } from '../../account/StaffOnly.tsx';
import { isDirty } from '../../ui/use-unsaved-changes-prompt.ts';
import { May } from '../../data/role.tsx';
import { focusUnmoved } from '../../ui/focus.ts';
import { type ConfirmQuestion, useAsk } from '../../ui/ask.ts';
import { RowButton } from '../../ui/buttons.tsx';
import { AffiliateForm, type AffiliateRecord, saveAffiliate } from './AffiliateForm.tsx';
import { affiliateColumns } from './affiliate-columns.tsx';
import { ApplicationReview, WaitingSummary } from './ApplicationReview.tsx';
import { ExportDataButton } from '../customers/personal-data.tsx';
import { BulkActivation } from './BulkActivation.tsx';
import { ImportAffiliates } from './ImportAffiliates.tsx';
import { PaymentSettings } from './PaymentSettings.tsx';
import { type EditedResource, RecordAdmin, useRecordAdmin } from '../kit/RecordAdmin.tsx';
import { affiliateLabel } from '../../ui/affiliate-label.ts';

/** Creates, edits, activates and deletes affiliates. The server allows it only to admins. */
export function AffiliateAdmin() {
  return <StaffOnly failureText={affiliates.texts.failureText}>{() => <Screen />}</StaffOnly>;
}

const affiliates: EditedResource<AffiliateRecord, AnswerOf<'GET /api/affiliates'>> = {
  rowsIn: (answer) => answer,
  columns: affiliateColumns,
  headingName: ({ name }) => name,
  describeRow: affiliateLabel,
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
  texts: {
    search: 'Search name, email or code',
    caption: 'Affiliates',
    loading: texts.loadingAffiliates,
    empty: texts.noAffiliates,
    failureText: adminFailure('affiliates-load-failed'),
  },
  formTexts: { add: texts.add, create: 'Create an affiliate' },
  removal: {
    question: (record) => {
      const affiliateName = `${affiliateLabel(record)}, ${record.email ?? ''}.`;
      return {
        text: texts.confirmAffiliate,
        detail: record.has_ledger ? `${affiliateName} ${texts.closesAffiliate}` : affiliateName,
      };
    },
    // The server closes a record that the ledger names.
    send: (record) => authFetch('DELETE /api/affiliates/:id', { params: record, version: record.version }),
    done: texts.affiliateDeleted,
    failed: adminProblemText('affiliate-delete-failed'),
  },
};

function Screen() {
  const admin = useRecordAdmin('GET /api/affiliates', affiliates);
  const ask = useAsk();
  const { records, editor, notify, isBusy } = admin;
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
  const decide = (record: AffiliateRecord, { send, done, failureCode }: Decision) =>
    admin.run(record.id, async () => {
      const pressed = document.activeElement;
      const answer = await send();
      if (!answer.ok)
        return {
          kind: 'error',
          text: adminProblemText(failureCode, errorWithStatus(answer)),
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
      failureCode: isActivation ? 'affiliate-activate-failed' : 'affiliate-deactivate-failed',
    });
  };

  const decline = (record: AffiliateRecord, reason: string | null) =>
    decide(record, {
      send: () =>
        authFetch('POST /api/affiliates/:id/decline', {
          params: record,
          body: { reason },
          version: record.version,
        }),
      done: texts.applicationDeclined,
      failureCode: 'affiliate-decline-failed',
    });

  /** Opens the application of a row. */
  const reviewButton = (record: AffiliateRecord) => (
    <RowButton
      label={record.application_state === 'approved' ? texts.application : texts.review}
      name={affiliateLabel(record)}
      onPress={() => editor.edit(record, 'review')}
    />
  );

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
            onApprove={() => toggle(reviewedRecord)}
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
              <PaymentSettings
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
      primary={(record) => record.application_state !== 'approved' && reviewButton(record)}
      actions={(record) => (
        <>
          <span className="row-state">
            <RowButton
              label={record.date_activated === null ? texts.activate : texts.deactivate}
              name={affiliateLabel(record)}
              busy={isBusy(record.id)}
              onPress={() => toggle(record)}
            />
            <span className="soft small">
              {record.email_confirmed ? texts.emailConfirmed : texts.emailNotConfirmed}
            </span>
          </span>
          {record.application_state === 'approved' && record.promotion !== null && reviewButton(record)}
          <ExportDataButton name={affiliateLabel(record)} email={record.email ?? ''} notify={notify} />
        </>
      )}
      readerActions={(record) => (
        <>
          <May role="finance">
            <RowButton
              label={paymentSettingsMessages.title}
              name={affiliateLabel(record)}
              onPress={() => editor.edit(record)}
            />
          </May>
          <ExportDataButton name={affiliateLabel(record)} email={record.email ?? ''} notify={notify} />
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
    detail: texts.rejoinDetail(affiliateLabel(record), formatDate(leftAt)),
    action: texts.activate,
  };
}

interface Decision {
  readonly send: () => Promise<ApiAnswer>;
  /** The notice after the decision was saved. */
  readonly done: string;
  readonly failureCode:
    | 'affiliate-activate-failed'
    | 'affiliate-deactivate-failed'
    | 'affiliate-decline-failed';
}
