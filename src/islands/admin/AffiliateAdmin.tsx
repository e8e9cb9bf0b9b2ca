import { useEffect, useRef, useState } from 'react';
import { errorWithStatus, fieldMessages } from '../../client/api.ts';
import { refreshClaims } from '../../client/accounts/current-user.ts';
import { affiliateAdminMessages as texts, count, recordMessages } from '../../shared/messages/admin.ts';
import { adminProblemText } from '../../shared/problems/admin.ts';
import { problemText } from '../../shared/problems/common.ts';
import { MembersOnly } from '../account/guards.tsx';
import { useIdentityAction } from '../account/use-identity-action.ts';
import { isDirty } from '../ui/use-unsaved-changes-prompt.ts';
import { useRecords } from '../data/use-records.ts';
import { focusUnmoved } from '../ui/focus.ts';
import { TryAgain } from '../ui/loading.tsx';
import { RowButton } from '../ui/buttons.tsx';
import {
  AffiliateForm,
  type AffiliateRecord,
  affiliatesIn,
  deleteAffiliate,
  saveAffiliate,
} from './AffiliateForm.tsx';
import { ExportDataButton } from './personal-data.tsx';
import { BulkActivation } from './BulkActivation.tsx';
import { ImportAffiliates } from './ImportAffiliates.tsx';
import { PayoutTerms } from './PayoutTerms.tsx';
import { RecordAdmin, useRecordAdmin } from './RecordAdmin.tsx';
import { businessDaysBetween, formatDate } from '../../shared/dates.ts';
import { activationText, reviewBusinessDays } from '../affiliate/activation.tsx';
import type { Column } from '../ui/RecordTable.tsx';

/** Creates, edits, activates and deletes affiliates. The server allows it only to admins. */
export function AffiliateAdmin() {
  return (
    <MembersOnly>
      {(user) => (user.kind === 'in' && !user.admin ? <AdminRequired /> : <Screen />)}
    </MembersOnly>
  );
}

/**
 * Shown to a signed-in user without the admin claim. The API would return only their own record. Refreshes the token at once and
 * on a press, because the token may be older than the claim.
 */
function AdminRequired() {
  const [hasRetried, setRetried] = useState(false);
  const { busy, problem, run } = useIdentityAction(problemText('claims-refresh-failed'));
  useEffect(() => void run(refreshClaims), [run]);
  return (
    <TryAgain
      text={(hasRetried && problem) || failureText(problemText('admin-required'))}
      busy={hasRetried && busy}
      onRetry={() => {
        setRetried(true);
        void run(refreshClaims);
      }}
    />
  );
}

function failureText(message: string): string {
  return adminProblemText('affiliates-load-failed', message);
}

/** Includes the code, because many names are alike: a sign-up takes the name from the email. */
function rowNameOf({ name, code }: AffiliateRecord): string {
  return `${name} (${code})`;
}

/** The business days that an application has waited, or is overdue. */
function Waiting({ record }: { readonly record: AffiliateRecord }) {
  if (record.date_activated !== null || record.email === null) return null;
  const days = businessDaysBetween(new Date(record.date_created), new Date());
  const late = days > reviewBusinessDays;
  const waitingText = days === 0 ? 'Today' : count(days, 'business day');
  return (
    <span className="waiting-time" data-overdue={late || undefined}>
      {late ? `Overdue by ${count(days - reviewBusinessDays, 'business day')}` : waitingText}
    </span>
  );
}

const columns: readonly Column<AffiliateRecord>[] = [
  { label: 'Name', sort: 'name', heads: true, cell: ({ name }) => name },
  { label: 'Email', sort: 'email', cell: ({ email }) => email },
  { label: 'Code', sort: 'code', cell: ({ code }) => <code>{code}</code> },
  {
    label: 'Status',
    sort: 'date_activated',
    cell: (record) => (record.email === null ? 'Closed' : activationText(record)),
  },
  { label: 'Referred By', cell: (record) => record.referred_by },
  { label: 'Date Created', sort: 'date_created', cell: (record) => formatDate(record.date_created) },
  { label: 'Waiting', cell: (record) => <Waiting record={record} /> },
  {
    label: 'ID',
    cell: ({ id }) => (
      <code className="record-id" title={id}>
        {id}
      </code>
    ),
  },
];

const affiliates = {
  columns,
  nameOf: ({ name }: AffiliateRecord) => name,
  rowNameOf,
  states: [
    ['', 'All open'],
    ['active', 'Active'],
    ['inactive', 'Not activated'],
    ['closed', 'Closed'],
  ],
  exported: ['/api/affiliates/export', 'affiliates.csv'],
  failureText,
  texts: {
    create: 'Create an affiliate',
    search: 'Search name, email or code',
    caption: 'Affiliates',
    loading: texts.loadingAffiliates,
    empty: texts.noAffiliates,
    deleted: texts.affiliateDeleted,
    deleteFailed: adminProblemText('affiliate-delete-failed'),
  },
  deleteQuestion: (record: AffiliateRecord) => {
    const who = `${rowNameOf(record)}, ${record.email ?? ''}.`;
    return {
      text: texts.confirmAffiliate,
      detail: record.has_ledger ? `${who} ${texts.closesAffiliate}` : who,
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
  const list = records.page?.query;
  // Deselects rows that another search or filter hides.
  useEffect(() => {
    setSelected(new Set());
  }, [list?.q, list?.state]);

  const deselect = (ids: readonly string[]) => {
    setSelected((keys) => new Set([...keys].filter((key) => !ids.includes(key))));
  };

  const toggle = (record: AffiliateRecord) =>
    admin.run(record.id, async () => {
      const active = record.date_activated === null;
      const pressed = document.activeElement;
      const answer = await saveAffiliate(record, {
        date_activated: active ? new Date().toISOString() : null,
      });
      const text = active ? texts.affiliateActivated : texts.affiliateDeactivated;
      // When the list is filtered by state, the row disappears after the toggle, and its button with it.
      const disappears = records.query.state !== '';
      if (answer.ok && disappears) deselect([record.id]);
      if (answer.ok) return { kind: 'success', text, shouldFocus: disappears && focusUnmoved(pressed) };
      const code = active ? 'affiliate-activate-failed' : 'affiliate-deactivate-failed';
      return {
        kind: 'error',
        text: adminProblemText(code, errorWithStatus(answer)),
        detail: fieldMessages(answer),
      };
    });

  return (
    <RecordAdmin
      admin={admin}
      form={
        <>
          <AffiliateForm
            key={editor.edition}
            {...admin.formProps}
            maySave={async () =>
              !isDirty(terms.current) || ask({ text: texts.confirmSave, action: recordMessages.save })
            }
          />
          {editing && (
            <PayoutTerms
              ref={terms}
              key={editing.id}
              affiliate={editing}
              notify={notify}
              onChanged={() => void records.reload()}
              onVersion={(version) => {
                editor.renew({ ...editing, version });
              }}
            />
          )}
          <ImportAffiliates hidden={editing !== null} onImported={() => void records.reload()} />
        </>
      }
      isOpen={({ email }) => email !== null}
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
          <ExportDataButton name={rowNameOf(record)} email={record.email ?? ''} notify={notify} />
        </>
      )}
      onDeleted={({ id }) => {
        deselect([id]);
      }}
      selected={selected}
      onSelect={setSelected}
    >
      <BulkActivation {...{ selected, deselect, notify }} onChanged={() => void records.reload()} />
    </RecordAdmin>
  );
}
