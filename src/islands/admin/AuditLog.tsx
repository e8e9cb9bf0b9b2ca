import type { AnswerOf } from '../../client/api.ts';
import { formatMoment } from '../../shared/dates.ts';
import { auditMessages } from '../../shared/messages/admin.ts';
import { auditProblemText } from '../../shared/problems/audit.ts';
import { AdminsOnly } from '../account/guards.tsx';
import { type Column, RecordTable } from '../ui/RecordTable.tsx';
import { ScreenNotice } from '../ui/ScreenNotice.tsx';
import { SearchField } from '../ui/ListControls.tsx';
import { useRecords } from '../data/use-records.ts';

type Entry = AnswerOf<'POST /api/audit/search'>['entries'][number];

function entriesIn(answer: AnswerOf<'POST /api/audit/search'>): readonly Entry[] {
  return answer.entries;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const textOf = (value: unknown): string | null =>
  typeof value === 'string' ? value : value === undefined || value === null ? null : JSON.stringify(value);

/** The fields that differ, each with what it was and what it is; null for nothing. */
const changesOf = ({
  before,
  after,
}: Entry): readonly (readonly [string, string | null, string | null])[] => {
  const [was, is] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return names
    .filter((name) => textOf(was[name]) !== textOf(is[name]))
    .map((name) => [name, textOf(was[name]), textOf(is[name])] as const);
};

const Changes = ({ change }: { readonly change: Entry }) => {
  const changes = changesOf(change);
  const reason = change.reason !== null && <span className="soft">{change.reason}</span>;
  if (changes.length === 0) return reason;
  return (
    <>
      {reason}
      <details>
        <summary>{changes.map(([name]) => name).join(', ')}</summary>
        <ul className="changes">
          {changes.map(([name, was, is]) => (
            <li key={name}>
              <span>{`${name}: `}</span>
              {was !== null && <del>{was}</del>}
              <span> </span>
              {is !== null && <ins>{is}</ins>}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
};

const columns: readonly Column<Entry>[] = [
  {
    label: 'When (UTC)',
    heads: true,
    cell: ({ at }) => <time dateTime={at}>{formatMoment(at)}</time>,
  },
  { label: 'Who', cell: (change) => change.actor_email ?? change.actor_id },
  { label: 'What', cell: ({ action }) => action },
  { label: 'Record', cell: (change) => <code>{change.entity_id}</code> },
  { label: 'Before and after', cell: (change) => <Changes change={change} /> },
];

const failureText = (message: string): string => auditProblemText('audit-load-failed', message);

const Screen = () => {
  const records = useRecords('POST /api/audit/search', entriesIn);
  const { loadingAudit, noAudit, noAuditFound } = auditMessages;
  return (
    <>
      <ScreenNotice records={records} failureText={failureText} />
      <div className="controls" role="search">
        <SearchField records={records} label="Search by email, action or record" />
      </div>
      <RecordTable
        records={records}
        columns={columns}
        keyOf={({ id }) => id}
        nameOf={({ action }) => action}
        caption="Audit log"
        loading={loadingAudit}
        empty={records.query.q ? noAuditFound : noAudit}
      />
    </>
  );
};

/** Every change an admin made, newest first: who, when, what, before and after. Times are UTC. */
export const AuditLog = () => <AdminsOnly>{() => <Screen />}</AdminsOnly>;
