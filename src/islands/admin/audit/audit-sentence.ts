import { affiliatePath } from '../../../client/accounts/navigation.ts';
import type { AnswerOf } from '../../../client/api.ts';
import { monthName } from '../../../shared/dates.ts';
import { auditActions, auditMessages as texts, auditNouns } from '../../../shared/messages/audit.ts';
import { count } from '../../../shared/text.ts';

export type AuditEntry = AnswerOf<'POST /api/audit/search'>['entries'][number];

/** An entry as a sentence: 'admin@mail.example', 'activated', 'ada0001'. */
export interface AuditSentence {
  readonly person: string;
  readonly verb: string;
  readonly record: string;
  /** The address of a screen with the record. Null for several records, and for a record that is gone. */
  readonly href: string | null;
  /** The words after the record, or an empty text. */
  readonly end: string;
}

/** Returns the sentence that tells who did what. */
export function auditSentence(entry: AuditEntry): AuditSentence {
  const { action, actor_email: email, actor_id: account, batch_size: size } = entry;
  const words = auditActions[action];
  const isMany = size > 1;
  return {
    person: email ?? callersWithoutAccount[account] ?? account,
    verb: verbOf(entry) ?? 'changed',
    record: isMany ? count(size, nounOf(entry)) : recordName(entry),
    href: isMany ? null : recordPath(entry),
    // An action of a newer server has no words.
    end: words ? (words.end ?? '') : `(${action})`,
  };
}

const callersWithoutAccount: Readonly<Record<string, string>> = {
  service: texts.service,
  buyer: texts.buyer,
  paypal: texts.paypal,
  operator: texts.operator,
  schedule: texts.schedule,
};

function verbOf({ action, reason, before, after }: AuditEntry): string | undefined {
  if (action === 'affiliate.create' && reason === 'import') return 'imported';
  if (action === 'affiliate.update' && before && after) {
    const [oldDate, newDate] = [before, after].map((record) => loggedFields(record).date_activated ?? null);
    if (oldDate === null && newDate !== null) return 'activated';
    if (oldDate !== null && newDate === null) return 'deactivated';
  }
  return auditActions[action]?.verb;
}

/** Returns the logged fields of a record before or after a change. Empty if the record did not exist. */
export function loggedFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Returns the noun for the kind of a record. */
export function nounOf({ entity }: Pick<AuditEntry, 'entity'>): string {
  return auditNouns[entity] ?? entity;
}

function recordName(entry: AuditEntry): string {
  const { entity, entity_id: id, record } = entry;
  const noun = nounOf(entry);
  if (!record) return `${noun} ${shortId(id)}`;
  const { name, month } = record;
  if (entity === 'payout') return `the payout of ${name} for ${month === undefined ? '?' : monthName(month)}`;
  return entity === 'affiliate' || entity === 'customer' ? name : `${noun} ${name}`;
}

/** Returns the first part of a long id. */
export function shortId(id: string): string {
  return id.length > 12 ? `${id.slice(0, 8)}…` : id;
}

function recordPath({ entity, record }: AuditEntry): string | null {
  if (!record) return null;
  const { name, closed, month } = record;
  const query = (key: string, value: string) => new URLSearchParams({ [key]: value }).toString();
  switch (entity) {
    case 'affiliate':
      return affiliatePath({ code: name, email: closed ? null : '' });
    case 'customer':
      return `/customer-admin?${query('q', name)}`;
    case 'purchase':
      return `/purchases-admin?${query('q', name)}`;
    case 'payout':
      return `/payouts?${query('month', month ?? '')}`;
    case 'owner-link':
      return '/figures-admin';
    case 'letter':
      return '/newsletter-admin';
    case 'user-profile':
      return `/user-profile-admin?${query('id', name)}`;
    default:
      return null;
  }
}
