import type { ReactNode } from 'react';
import { authFetch } from '../../../client/accounts/auth-fetch.ts';
import type { AnswerOf } from '../../../client/api.ts';
import { formatDate } from '../../../shared/dates.ts';
import { recordMessages } from '../../../shared/messages/admin.ts';
import { newsletterAdminMessages as texts } from '../../../shared/messages/newsletter-admin.ts';
import { adminProblemText } from '../../../shared/problem-texts/admin.ts';
import { newsletterStates } from '../../../shared/schemas/newsletter.ts';
import { May } from '../../data/role.tsx';
import { useRecords } from '../../data/use-records.ts';
import { RowButton } from '../../ui/buttons.tsx';
import type { ConfirmQuestion } from '../../ui/ConfirmDialog.tsx';
import { focusUnmoved } from '../../ui/focus.ts';
import { ListControls } from '../../ui/ListControls.tsx';
import { type Notice, ScreenNotice } from '../../ui/notices.tsx';
import { type Column, RecordTable } from '../../ui/RecordTable.tsx';
import { RowMenu } from '../../ui/RowMenu.tsx';
import { useRowActions } from '../kit/RecordAdmin.tsx';

type Reader = AnswerOf<'GET /api/newsletter'>['subscriptions'][number];

interface Props {
  readonly summary: AnswerOf<'GET /api/newsletter/summary'> | undefined;
  readonly reloadSummary: () => void;
  readonly notice: Notice | null;
  readonly notify: (notice: Notice | null) => void;
  readonly ask: (question: ConfirmQuestion) => Promise<boolean>;
  /** The content between the notice of the screen and the list. */
  readonly above: ReactNode;
}

/** The notice of the screen, and the list of subscriptions with search, filter, export and deletion. */
export function NewsletterReaders({ summary, reloadSummary, notice, notify, ask, above }: Props) {
  const records = useRecords('GET /api/newsletter', readersIn);
  const { isBusy, run } = useRowActions(records, notify);

  const remove = async ({ id, email }: Reader) => {
    const question = {
      text: texts.confirmDelete,
      detail: texts.deletes(email),
      action: recordMessages.delete,
      isFinal: true,
    };
    if (!(await ask(question))) return;
    const pressed = document.activeElement;
    await run(id, async () => {
      const answer = await authFetch('DELETE /api/newsletter/:id', { params: { id } });
      reloadSummary();
      return answer.ok
        ? { kind: 'success', text: texts.deleted, shouldFocus: focusUnmoved(pressed) }
        : { kind: 'error', text: adminProblemText('subscription-delete-failed'), detail: answer.error };
    });
  };

  return (
    <>
      <ScreenNotice records={records} failureText={failureText} notice={notice} />
      {above}
      <section className="record-list" aria-labelledby="readers">
        <h2 id="readers">{texts.readers}</h2>
        {summary && <p>{texts.counts(summary)}</p>}
        <ListControls
          records={records}
          label={texts.search}
          states={states}
          csvExport={['/api/newsletter/export', 'newsletter.csv']}
          notify={notify}
        />
        <p className="soft small">{texts.exportNote}</p>
        <RecordTable
          records={records}
          columns={columns}
          keyOf={({ id }) => id}
          nameOf={({ email }) => email}
          caption={texts.readers}
          loading={texts.loadingReaders}
          empty={texts.noReaders}
          defaultSort="-created_at"
          actions={(reader) => (
            <May role="admin">
              <RowMenu name={reader.email} busy={isBusy(reader.id)}>
                <RowButton
                  label={recordMessages.delete}
                  name={reader.email}
                  busy={isBusy(reader.id)}
                  onPress={() => void remove(reader)}
                />
              </RowMenu>
            </May>
          )}
        />
      </section>
    </>
  );
}

function readersIn({ subscriptions }: AnswerOf<'GET /api/newsletter'>): readonly Reader[] {
  return subscriptions;
}

function failureText(message: string): string {
  return adminProblemText('readers-load-failed', message);
}

const states = [
  ['', 'All'],
  ...newsletterStates.map((state) => [state, texts.readerStates[state]] as const),
] as const;

const columns: readonly Column<Reader>[] = [
  {
    label: 'Email',
    sort: 'email',
    heads: true,
    cell: ({ email, name }) => (
      <div>
        <span>{email}</span>
        {name !== null && <p className="soft">{name}</p>}
      </div>
    ),
  },
  {
    label: 'State',
    cell: ({ state, left_at, left_reason }) => (
      <div>
        <span>{texts.readerStates[state]}</span>
        {left_at !== null && <p className="soft">{texts.leftOn(formatDate(left_at))}</p>}
        {left_reason !== null && <p className="soft">{texts.leaveReasons[left_reason]}</p>}
      </div>
    ),
  },
  { label: 'Source', cell: ({ source }) => source },
  { label: 'Requested', sort: 'created_at', cell: ({ created_at }) => formatDate(created_at) },
  {
    label: 'Confirmed',
    cell: ({ confirmed_at }) => (confirmed_at === null ? '–' : formatDate(confirmed_at)),
  },
];
