import type { AnswerOf } from '../../client/api.ts';
import { formatMoment } from '../../shared/dates.ts';
import { auditMessages } from '../../shared/messages/admin.ts';
import { adminProblemText } from '../../shared/problems/admin.ts';
import { AdminsOnly } from '../account/guards.tsx';
import { type Column, RecordTable } from '../ui/RecordTable.tsx';
import { ScreenNotice } from '../ui/notices.tsx';
import { SearchField } from '../ui/ListControls.tsx';
import { useRecords } from '../data/use-records.ts';

/** Every change by an admin, newest first, with the values before and after. Times are UTC. */
export function AuditLog() {
  return <AdminsOnly>{() => <Screen />}</AdminsOnly>;
}

type Entry = AnswerOf<'POST /api/audit/search'>['entries'][number];

const columns: readonly Column<Entry>[] = [
  {
    label: 'Time (UTC)',
    heads: true,
    cell: ({ at }) => <time dateTime={at}>{formatMoment(at)}</time>,
  },
  { label: 'Admin', cell: (change) => change.actor_email ?? change.actor_id },
  { label: 'Action', cell: ({ action }) => action },
  { label: 'Record', cell: (change) => <code>{change.entity_id}</code> },
  { label: 'Changes', cell: (change) => <Changes change={change} /> },
];

function failureText(message: string): string {
  return adminProblemText('audit-load-failed', message);
}

function Screen() {
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
}

function entriesIn(answer: AnswerOf<'POST /api/audit/search'>): readonly Entry[] {
  return answer.entries;
}

function Changes({ change }: { readonly change: Entry }) {
  const changes = changesOf(change);
  const reason = change.reason !== null && <span className="soft">{change.reason}</span>;
  if (changes.length === 0) return reason;
  return (
    <>
      {reason}
      <details>
        <summary>{changes.map(([name]) => name).join(', ')}</summary>
        <ul className="changes">
          {changes.map(([name, old, current]) => (
            <li key={name}>
              <span>{`${name}: `}</span>
              {old !== null && <del>{old}</del>}
              <span> </span>
              {current !== null && <ins>{current}</ins>}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

/** Returns the changed fields with their values before and after. Null means no value. */
function changesOf({ before, after }: Entry): readonly (readonly [string, string | null, string | null])[] {
  const [old, current] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}];
  const names = [...new Set([...Object.keys(old), ...Object.keys(current)])];
  return names
    .filter((name) => textOf(old[name]) !== textOf(current[name]))
    .map((name) => [name, textOf(old[name]), textOf(current[name])] as const);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string'
    ? value
    : value === undefined || value === null
      ? null
      : JSON.stringify(value);
}
