import type { AnswerOf } from '../../../client/api.ts';
import { formatMoment } from '../../../shared/dates.ts';
import { auditMessages as texts, serverReasons } from '../../../shared/messages/audit.ts';
import { adminFailure } from '../../../shared/problem-texts/admin.ts';
import { AdminsOnly } from '../../account/guards.tsx';
import type { Records } from '../../data/use-records.ts';
import { List, type ListResource, useListScreen } from '../../ui/ListScreen.tsx';
import { ScreenNotice } from '../../ui/notices.tsx';
import type { Column } from '../../ui/RecordTable.tsx';
import { ActionFilter, ActiveFilters, FilterLink } from './audit-filters.tsx';
import { AuditDetails } from './AuditDetails.tsx';
import { type AuditEntry, auditSentence } from './audit-sentence.ts';

/** Every change by an admin, newest first, as sentences with the values before and after. Times are UTC. */
export function AuditLog() {
  return <AdminsOnly>{() => <Screen />}</AdminsOnly>;
}

type ChangeQuery = Records<AuditEntry>['change'];

function Screen() {
  const screen = useListScreen('POST /api/audit/search', entries);
  const { records } = screen;
  return (
    <>
      <ScreenNotice records={records} failureText={entries.texts.failureText} />
      <ActiveFilters query={records.query} change={records.change} />
      <List screen={screen} filters={<ActionFilter records={records} />} />
    </>
  );
}

const entries: ListResource<AuditEntry, AnswerOf<'POST /api/audit/search'>> = {
  rowsIn: (answer) => answer.entries,
  columns: columnsFor,
  describeRow: ({ action }) => action,
  texts: {
    search: 'Search by email, action or record',
    caption: 'Audit log',
    loading: texts.loadingAudit,
    empty: ({ q, action, actor, entity, batch }) =>
      q + action + actor + entity + batch === '' ? texts.noAudit : texts.noAuditFound,
    failureText: adminFailure('audit-load-failed'),
  },
};

function columnsFor(change: ChangeQuery): readonly Column<AuditEntry>[] {
  return [
    {
      label: 'Time (UTC)',
      cell: ({ at }) => (
        <time className="audit-time" dateTime={at}>
          {formatMoment(at)}
        </time>
      ),
    },
    { label: 'Change', heads: true, cell: (entry) => <Sentence entry={entry} change={change} /> },
    {
      label: 'Details',
      // The values of many records are in the list of each one.
      cell: (entry) =>
        entry.batch_size > 1 ? (
          <FilterLink filter={{ batch: entry.id }} change={change} text={texts.showEach} />
        ) : (
          <AuditDetails entry={entry} change={change} />
        ),
    },
  ];
}

function Sentence({ entry, change }: { readonly entry: AuditEntry; readonly change: ChangeQuery }) {
  const { person, verb, record, href, end } = auditSentence(entry);
  const actor = entry.actor_email ?? entry.actor_id;
  const reason = serverReasons[entry.reason ?? ''] ?? entry.reason;
  return (
    <div className="sentence audit-sentence">
      <p>
        <FilterLink filter={{ actor }} change={change} text={person} /> <span>{verb}</span>{' '}
        {href === null ? <b>{record}</b> : <a href={href}>{record}</a>}
        {end !== '' && <span>{` ${end}`}</span>}
      </p>
      {reason !== '' && <p className="soft">{reason}</p>}
    </div>
  );
}
