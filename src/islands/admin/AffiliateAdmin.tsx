import { useEffect, useRef, useState } from 'react';
import { errorWithStatus, fieldMessages } from '../../client/api.ts';
import { refreshClaims } from '../../client/accounts/current-user.ts';
import { affiliateAdminMessages as texts, recordMessages } from '../../shared/messages/admin.ts';
import { affiliateAdminProblemText } from '../../shared/problems/affiliate-admin.ts';
import { problemText } from '../../shared/problems/screens.ts';
import { MembersOnly } from '../account/guards.tsx';
import { useIdentityAction } from '../account/use-identity-action.ts';
import { isDirty } from '../ui/use-unsaved-changes-prompt.ts';
import { useRecords } from '../data/use-records.ts';
import { focusUnmoved } from '../ui/focus.ts';
import { TryAgain } from '../ui/loading.tsx';
import { RowButton } from '../ui/buttons.tsx';
import { affiliateColumns } from './affiliate-columns.tsx';
import { type AffiliateRecord, affiliatesIn, deleteAffiliate, saveAffiliate } from './affiliate-record.ts';
import { AffiliateForm } from './AffiliateForm.tsx';
import { AllDataButton } from './personal-data.tsx';
import { BulkActivation } from './BulkActivation.tsx';
import { ImportAffiliates } from './ImportAffiliates.tsx';
import { PayoutTerms } from './PayoutTerms.tsx';
import { RecordAdmin, useRecordAdmin } from './RecordAdmin.tsx';

/** Names of affiliates are often alike: many are made of an address's first part. */
const rowNameOf = ({ name, code }: AffiliateRecord): string => `${name} (${code})`;

const failureText = (message: string): string => affiliateAdminProblemText('affiliates-load-failed', message);

const affiliates = {
  columns: affiliateColumns,
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
    deleteFailed: affiliateAdminProblemText('affiliate-delete-failed'),
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

const Screen = () => {
  const records = useRecords('GET /api/affiliates', affiliatesIn);
  const admin = useRecordAdmin(records, affiliates);
  const { editor, notify, ask, isBusy } = admin;
  const { editing } = editor;
  const terms = useRef<HTMLDetailsElement>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const list = records.page?.query;
  // Rows that another search or filter hides are no longer chosen.
  useEffect(() => {
    setChosen(new Set());
  }, [list?.q, list?.state]);

  const leaveOut = (ids: readonly string[]) => {
    setChosen((keys) => new Set([...keys].filter((key) => !ids.includes(key))));
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
      if (answer.ok && disappears) leaveOut([record.id]);
      if (answer.ok) return { kind: 'success', text, shouldFocus: disappears && focusUnmoved(pressed) };
      const code = active ? 'affiliate-activate-failed' : 'affiliate-deactivate-failed';
      return {
        kind: 'error',
        text: affiliateAdminProblemText(code, errorWithStatus(answer)),
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
          <AllDataButton name={rowNameOf(record)} email={record.email ?? ''} notify={notify} />
        </>
      )}
      onDeleted={({ id }) => {
        leaveOut([id]);
      }}
      chosen={chosen}
      onChoose={setChosen}
    >
      <BulkActivation {...{ chosen, leaveOut, notify }} onChanged={() => void records.reload()} />
    </RecordAdmin>
  );
};

/**
 * For a signed-in user who is no admin. The API would answer their own record, which the dashboard shows. A claim that was
 * granted a moment ago is not in the token yet, so the token is refreshed at once, and at a press.
 */
const NoAdmin = () => {
  const [asked, setAsked] = useState(false);
  const { busy, problem, run } = useIdentityAction(problemText('claims-refresh-failed'));
  useEffect(() => void run(refreshClaims), [run]);
  return (
    <TryAgain
      text={(asked && problem) || failureText(problemText('admin-required'))}
      busy={asked && busy}
      onRetry={() => {
        setAsked(true);
        void run(refreshClaims);
      }}
    />
  );
};

/** The affiliates: making, changing, activating and deleting them; the server lets admins alone do it. */
export const AffiliateAdmin = () => (
  <MembersOnly>{(user) => (user.kind === 'in' && !user.admin ? <NoAdmin /> : <Screen />)}</MembersOnly>
);
