import type { MouseEvent } from 'react';
import { auditActions, auditMessages as texts, auditNouns } from '../../../shared/messages/audit.ts';
import { capitalize } from '../../../shared/text.ts';
import type { ListQuery, Records } from '../../data/use-records.ts';
import { Select } from '../../ui/fields.tsx';
import { restoreFocus } from '../../ui/focus.ts';
import { type AuditEntry, nounOf, shortId } from './audit-sentence.ts';

type Filter = Partial<ListQuery>;

interface FilterLinkProps {
  readonly filter: Filter;
  readonly change: Records<AuditEntry>['change'];
  readonly text: string;
}

/** A link that filters the list without loading a new page. The search text stays. */
export function FilterLink({ filter, change, text }: FilterLinkProps) {
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    change({ ...noFilter, ...filter });
  };
  return (
    <a ref={restoreFocus} href={`?${new URLSearchParams(filter).toString()}`} onClick={onClick}>
      {text}
    </a>
  );
}

/** Removes the filters that would hide entries of a new filter. */
const noFilter = { action: '', actor: '', entity: '', entityId: '', batch: '' };

/** The filters that links of the list have set, each with a button that removes it. */
export function ActiveFilters({
  query,
  change,
}: {
  readonly query: ListQuery;
  readonly change: Records<AuditEntry>['change'];
}) {
  const { actor, entity, entityId, batch } = query;
  const noun = nounOf({ entity });
  const filters: readonly (readonly [text: string, removal: Filter])[] = [
    ...(actor ? [[texts.by(actor), { actor: '' }] as const] : []),
    ...(entity
      ? [[texts.of(`${noun} ${shortId(entityId)}`.trim()), { entity: '', entityId: '' }] as const]
      : []),
    ...(batch ? [[texts.ofOneChange, { batch: '' }] as const] : []),
  ];
  if (filters.length === 0) return null;
  return (
    <ul className="active-filters">
      {filters.map(([text, removal]) => (
        <li key={text} ref={restoreFocus}>
          <span>{text}</span>
          <button
            type="button"
            aria-label={`${texts.removeFilter}: ${text}`}
            onClick={() => {
              change(removal);
            }}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The actions by the kind of record. */
const actionGroups = Object.entries(auditNouns).map(([entity, noun]) => ({
  label: capitalize(noun),
  actions: Object.entries(auditActions).filter(([action]) => action.startsWith(`${entity}.`)),
}));

/** Removes the preposition before a record's name: `released a hold on` → `released a hold`. */
function withoutPreposition(verb: string): string {
  return verb.replace(/ (as|for|from|of|on)$/, '');
}

/** A filter for one action. */
export function ActionFilter({ records: { query, change } }: { readonly records: Records<AuditEntry> }) {
  return (
    <Select
      label="Action"
      value={query.action}
      all={texts.allActions}
      onChange={(action) => {
        change({ action });
      }}
    >
      {actionGroups.map(({ label, actions }) => (
        <optgroup key={label} label={label}>
          {actions.map(([action, { verb, end }]) => (
            <option key={action} value={action}>
              {[`${label}:`, withoutPreposition(verb), end].filter(Boolean).join(' ')}
            </option>
          ))}
        </optgroup>
      ))}
    </Select>
  );
}
