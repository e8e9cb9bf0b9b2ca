import { formatMoment } from '../../../shared/dates.ts';
import { auditMessages as texts } from '../../../shared/messages/audit.ts';
import { formatUsd } from '../../../shared/money.ts';
import type { Records } from '../../data/use-records.ts';
import { FilterLink } from './audit-filters.tsx';
import { type AuditEntry, loggedFields } from './audit-sentence.ts';

interface Props {
  readonly entry: AuditEntry;
  readonly change: Records<AuditEntry>['change'];
}

/** The values before and after a change, and the ids of the entry, behind the names of the changed fields. */
export function AuditDetails({ entry, change }: Props) {
  const { action, entity, entity_id: entityId } = entry;
  const changes = changesOf(entry);
  return (
    <details className="disclosure audit-details">
      <summary>{changes.length === 0 ? texts.details : changes.map(({ label }) => label).join(', ')}</summary>
      <ul className="changes">
        {changes.map(({ label, before, after }) => (
          <li key={label}>
            <span>{`${label}: `}</span>
            {before !== null && <del>{before}</del>}
            {before !== null && <span>{' → '}</span>}
            <ins>{after ?? 'none'}</ins>
          </li>
        ))}
      </ul>
      <p className="soft">
        <code>{action}</code> <code>{entityId}</code>
      </p>
      <FilterLink filter={{ entity, entityId }} change={change} text={texts.onlyRecord} />
    </details>
  );
}

interface FieldChange {
  readonly label: string;
  /** Null means no value. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Returns the changed fields with their values before and after, without the record's own id. */
function changesOf({ before, after }: AuditEntry): readonly FieldChange[] {
  const [oldFields, newFields] = [loggedFields(before), loggedFields(after)];
  return [...new Set([...Object.keys(oldFields), ...Object.keys(newFields)])]
    .filter((name) => name !== 'id')
    .map((name) => ({
      label: labelOf(name),
      before: valueText(name, oldFields[name]),
      after: valueText(name, newFields[name]),
    }))
    .filter((change) => change.before !== change.after);
}

/** `amount_cents` → `amount`, `userId` → `user id`. */
function labelOf(name: string): string {
  return name
    .replace(/_cents$/, '')
    .replaceAll('_', ' ')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** A time of the API, in UTC. */
const isoTime = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

function valueText(name: string, value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' && name.endsWith('_cents')) return formatUsd(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'string') return JSON.stringify(value);
  return isoTime.test(value) ? `${formatMoment(value)} UTC` : value;
}
