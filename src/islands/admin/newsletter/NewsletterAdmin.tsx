import { authFetch } from '../../../client/accounts/auth-fetch.ts';
import type { AnswerOf } from '../../../client/api.ts';
import { formatDate } from '../../../shared/dates.ts';
import { newsletterAdminMessages as texts } from '../../../shared/messages/newsletter-admin.ts';
import { adminFailure, adminProblemText } from '../../../shared/problem-texts/admin.ts';
import { newsletterStates } from '../../../shared/schemas/newsletter.ts';
import { AdminsOnly } from '../../account/guards.tsx';
import { hasAnswer, type Loaded, useApi } from '../../data/use-api.tsx';
import { List, type ListResource, useListScreen } from '../../ui/ListScreen.tsx';
import { Waiting } from '../../ui/loading.tsx';
import { ScreenNotice } from '../../ui/notices.tsx';
import { Letters } from './Letters.tsx';
import { Section } from '../../ui/Section.tsx';

/** The letters of the newsletter, and below them its readers. */
export function NewsletterAdmin() {
  return <AdminsOnly>{() => <Screen />}</AdminsOnly>;
}

function Screen() {
  const summary = useApi('GET /api/newsletter/summary');
  // The letters are in the cache then, so that the list of readers below them does not move.
  const letters = useApi('GET /api/letters');
  if (!hasAnswer(summary) || !hasAnswer(letters)) return <Waiting text={texts.loadingLetters} />;
  return <Readers summary={summary} />;
}

interface Props {
  readonly summary: Loaded<AnswerOf<'GET /api/newsletter/summary'>>;
}

/** The list of subscriptions, below the notice of the screen and the letters. */
function Readers({ summary: { data: counts, reload } }: Props) {
  const screen = useListScreen('GET /api/newsletter', readers);
  const reloadSummary = () => void reload();
  return (
    <>
      <ScreenNotice records={screen.records} failureText={readers.texts.failureText} notice={screen.notice} />
      <Letters
        people={counts && { readers: counts.confirmed, affiliates: counts.affiliates }}
        reloadSummary={reloadSummary}
        notify={screen.notify}
      />
      <Section id="readers" heading={texts.readers} className="record-list">
        {counts && <p>{texts.counts(counts)}</p>}
        <List screen={screen} onDeleted={reloadSummary}>
          <p className="soft small">{texts.exportNote}</p>
        </List>
      </Section>
    </>
  );
}

type Reader = AnswerOf<'GET /api/newsletter'>['subscriptions'][number];

const readers: ListResource<Reader, AnswerOf<'GET /api/newsletter'>> = {
  rowsIn: ({ subscriptions }) => subscriptions,
  columns: [
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
  ],
  describeRow: ({ email }) => email,
  states: [['', 'All'], ...newsletterStates.map((state) => [state, texts.readerStates[state]] as const)],
  csvExport: ['/api/newsletter/export', 'newsletter.csv'],
  defaultSort: '-created_at',
  texts: {
    search: texts.search,
    caption: texts.readers,
    loading: texts.loadingReaders,
    empty: texts.noReaders,
    failureText: adminFailure('readers-load-failed'),
  },
  removal: {
    question: ({ email }) => ({ text: texts.confirmDelete, detail: texts.deletes(email) }),
    send: ({ id }) => authFetch('DELETE /api/newsletter/:id', { params: { id } }),
    done: texts.deleted,
    failed: adminProblemText('subscription-delete-failed'),
  },
};
