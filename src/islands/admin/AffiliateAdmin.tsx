import { useEffect, useRef, useState } from 'react';
import { identityProblem } from '../../client/accounts/identity-problem.ts';
import { refreshClaims } from '../../client/accounts/viewer.ts';
import { affiliateAdminMessages as texts } from '../../shared/messages/affiliate-admin.ts';
import { recordMessages } from '../../shared/messages/records.ts';
import { affiliateAdminProblemText } from '../../shared/problems/affiliate-admin.ts';
import { problemText } from '../../shared/problems/screens.ts';
import { MembersOnly } from '../account/MembersOnly.tsx';
import { EditorSection } from '../records/EditorSection.tsx';
import { isTyped } from '../records/is-typed.ts';
import { ListControls } from '../records/ListControls.tsx';
import { RecordTable } from '../records/RecordTable.tsx';
import { fieldMessages, errorWithStatus } from '../../client/api-error.ts';
import { type Said, ScreenNotice } from '../records/ScreenNotice.tsx';
import { useEditor } from '../records/use-editor.ts';
import { useRecords } from '../records/use-records.ts';
import { useRowWork } from '../records/use-row-work.ts';
import { useConfirm } from '../ui/ConfirmDialog.tsx';
import { RowButton } from '../ui/RowButton.tsx';
import { TryAgain } from '../ui/loading.tsx';
import { affiliateColumns } from './affiliate-columns.tsx';
import { type AffiliateRecord, deleteAffiliate, affiliatesIn, saveAffiliate } from './affiliate-record.ts';
import { AffiliateForm } from './AffiliateForm.tsx';
import { AllDataButton } from './AllDataButton.tsx';
import { BulkActivation } from './BulkActivation.tsx';
import { ImportAffiliates } from './ImportAffiliates.tsx';
import { PayoutTerms } from './PayoutTerms.tsx';
import { isStillAt } from '../ui/focus.ts';

const states = [
  ['', 'All open'],
  ['active', 'Active'],
  ['inactive', 'Not activated'],
  ['closed', 'Closed'],
] as const;

const nameOf = ({ name }: AffiliateRecord): string => name;

/** Names of affiliates are often alike: many are made of an address's first part. */
const rowNameOf = ({ name, code }: AffiliateRecord): string => `${name} (${code})`;

const failureText = (message: string): string => affiliateAdminProblemText('affiliates-load-failed', message);

const isOpen = ({ email }: AffiliateRecord): boolean => email !== null;

const Screen = () => {
  const records = useRecords('GET /api/affiliates', affiliatesIn);
  const [said, say] = useState<Said | null>(null);
  const { dialog, ask } = useConfirm();
  const editor = useEditor<AffiliateRecord>(ask, say);
  const { editing, edition, clear } = editor;
  const terms = useRef<HTMLDetailsElement>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { isBusy, run } = useRowWork(records, say);
  const list = records.page?.query;
  // What is out of sight in another list is not meant.
  useEffect(() => {
    setChosen(new Set());
  }, [list?.q, list?.state]);

  const leaveOut = (ids: readonly string[]) => {
    setChosen((keys) => new Set([...keys].filter((key) => !ids.includes(key))));
  };

  const toggle = (record: AffiliateRecord) =>
    run(record.id, async () => {
      const active = record.date_activated === null;
      const pressed = document.activeElement;
      const answer = await saveAffiliate(record, {
        date_activated: active ? new Date().toISOString() : null,
      });
      const text = active ? texts.affiliateActivated : texts.affiliateDeactivated;
      // Of a list of one state the row goes, and the button with it.
      const goes = records.query.state !== '';
      if (answer.ok && goes) leaveOut([record.id]);
      if (answer.ok) return { kind: 'success', text, takesFocus: goes && isStillAt(pressed) };
      const code = active ? 'affiliate-activate-failed' : 'affiliate-deactivate-failed';
      return {
        kind: 'error',
        text: affiliateAdminProblemText(code, errorWithStatus(answer)),
        detail: fieldMessages(answer),
      };
    });

  const remove = async (record: AffiliateRecord) => {
    const whose = `${rowNameOf(record)}, ${record.email ?? ''}.`;
    const question = {
      text: texts.confirmAffiliate,
      detail: record.has_ledger ? `${whose} ${texts.closesAffiliate}` : whose,
      action: recordMessages.delete,
    };
    if (!(await ask(question))) return;
    const pressed = document.activeElement;
    await run(record.id, async () => {
      const answer = await deleteAffiliate(record);
      if (!answer.ok)
        return {
          kind: 'error',
          text: affiliateAdminProblemText('affiliate-delete-failed'),
          detail: answer.error,
        };
      editor.clearOf(record);
      leaveOut([record.id]);
      return { kind: 'success', text: texts.affiliateDeleted, takesFocus: isStillAt(pressed) };
    });
  };

  return (
    <>
      {dialog}
      <EditorSection editor={editor} heading="Create an affiliate" nameOf={nameOf}>
        <AffiliateForm
          key={edition}
          editing={editing}
          say={say}
          maySave={async () =>
            !isTyped(terms.current) || ask({ text: texts.confirmSave, action: recordMessages.save })
          }
          onSaved={() => {
            clear();
            void records.reload();
          }}
          onConflict={records.reload}
          onReloaded={editor.reopen}
          onCancel={editor.cancel}
        />
        {editing && (
          <PayoutTerms
            ref={terms}
            key={editing.id}
            affiliate={editing}
            say={say}
            onChanged={records.reload}
            onVersion={(version) => {
              editor.renew({ ...editing, version });
            }}
          />
        )}
        <ImportAffiliates hidden={editing !== null} onImported={records.reload} />
      </EditorSection>
      <ScreenNotice records={records} failureText={failureText} said={said} />
      <ListControls
        records={records}
        label="Search name, email or code"
        states={states}
        exported={['/api/affiliates/export', 'affiliates.csv']}
        say={say}
      />
      <BulkActivation {...{ chosen, leaveOut, say }} onChanged={records.reload} />
      <RecordTable
        records={records}
        columns={affiliateColumns}
        keyOf={({ id }) => id}
        nameOf={rowNameOf}
        caption="Affiliates"
        loading={texts.loadingAffiliates}
        empty={texts.noAffiliates}
        chosen={chosen}
        onChoose={setChosen}
        actions={(record) =>
          isOpen(record) && (
            <>
              <RowButton
                label={recordMessages.edit}
                name={rowNameOf(record)}
                onPress={() => void editor.edit(record)}
              />
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
              <AllDataButton name={rowNameOf(record)} email={record.email ?? ''} say={say} />
              <RowButton
                label={recordMessages.delete}
                name={rowNameOf(record)}
                busy={isBusy(record.id)}
                onPress={() => void remove(record)}
              />
            </>
          )
        }
      />
    </>
  );
};

/**
 * What the API gives a member who is no admin is their own record: that is the dashboard's, and no list. A claim
 * granted a moment ago is asked for, at once and at a press.
 */
const NoAdmin = () => {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const refresh = async (isAsked: boolean) => {
    setBusy(isAsked);
    setFailure(null);
    try {
      await refreshClaims();
    } catch (error) {
      console.warn('claims', error);
      if (isAsked) setFailure(problemText(identityProblem(error) ?? 'claims-refresh-failed'));
    }
    setBusy(false);
  };
  useEffect(() => void refresh(false), []);
  const text = failure ?? failureText(problemText('admin-required'));
  return <TryAgain text={text} busy={busy} onRetry={() => void refresh(true)} />;
};

/** The affiliates: making, changing, activating and deleting them; the server lets admins alone do it. */
export const AffiliateAdmin = () => (
  <MembersOnly>{(viewer) => (viewer.kind === 'in' && !viewer.admin ? <NoAdmin /> : <Screen />)}</MembersOnly>
);
