import { maxLengths } from '../../../shared/max-lengths.ts';
import { authFetch } from '../../../client/accounts/auth-fetch.ts';
import { type AnswerOf, type ApiAnswer, recordOrMessage } from '../../../client/api.ts';
import { activationMessages } from '../../../shared/messages/affiliate.ts';
import { affiliateAdminMessages } from '../../../shared/messages/admin.ts';
import { problemText } from '../../../shared/problem-texts/common.ts';
import { emailProblem, isEmailField } from '../../ui/email-problem.ts';
import type { FieldErrors, ReadField } from '../../ui/use-form.ts';
import { RecordForm, type RecordFormProps, useRecordForm } from '../../ui/RecordForm.tsx';
import { CheckField, TextField } from '../../ui/fields.tsx';

/** An affiliate as the API returns it to admins. */
export type AffiliateRecord = AnswerOf<'GET /api/affiliates/:id'>;

const fields = ['name', 'email', 'code', 'referred_by', 'active'] as const;

type Field = (typeof fields)[number];

function check(
  read: ReadField<Field>,
  form: HTMLFormElement,
  editing: AffiliateRecord | null,
): FieldErrors<Field> {
  return {
    name: read('name').trim() === '' ? problemText('affiliate-name-required') : undefined,
    email: emailProblem(form, 'email'),
    code: !editing && read('code').trim() === '' ? problemText('affiliate-code-required') : undefined,
    referred_by: isEmailField(form, 'referred_by') ? undefined : problemText('email-invalid'),
  };
}

function save(read: ReadField<Field>, editing: AffiliateRecord | null): Promise<ApiAnswer> {
  const change = {
    name: read('name').trim(),
    email: read('email').trim(),
    referred_by: read('referred_by').trim() || null,
    date_activated: activationDate(read('active') !== '', editing?.date_activated ?? null),
  };
  if (editing) return saveAffiliate(editing, change);
  return authFetch('POST /api/affiliates', { body: { ...change, code: read('code').trim() } });
}

const rules = {
  fields,
  texts: {
    created: affiliateAdminMessages.affiliateCreated,
    updated: affiliateAdminMessages.affiliateUpdated,
    failed: problemText('affiliate-save-failed'),
  },
  check,
  save,
  reload: reloadAffiliate,
};

/** Creates or edits an affiliate. The code cannot be changed later. */
export function AffiliateForm(props: RecordFormProps<AffiliateRecord>) {
  const { editing, onCancel } = props;
  const form = useRecordForm(props, rules);
  const { busy, errors } = form;
  const hasLeft = editing !== null && editing.left_at !== null;
  return (
    <RecordForm form={form} onCancel={onCancel}>
      <TextField
        name="name"
        label="Name"
        autoComplete="off"
        maxLength={maxLengths.name}
        defaultValue={editing?.name}
        error={errors.name}
        readOnly={busy}
      />
      <TextField
        name="email"
        label="Email"
        type="email"
        autoComplete="off"
        maxLength={maxLengths.email}
        defaultValue={editing?.email ?? ''}
        hint={editing && affiliateAdminMessages.emailUnlinks}
        error={errors.email}
        readOnly={busy}
      />
      <TextField
        name="code"
        label="Affiliate code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={32}
        defaultValue={editing?.code}
        disabled={editing !== null}
        hint={editing ? affiliateAdminMessages.codeFixed : undefined}
        error={errors.code}
        readOnly={busy}
      />
      <TextField
        name="referred_by"
        label="Referred by"
        type="email"
        autoComplete="off"
        maxLength={maxLengths.email}
        optional
        defaultValue={editing?.referred_by ?? ''}
        error={errors.referred_by}
        readOnly={busy}
      />
      <CheckField
        name="active"
        label={activationMessages.activated}
        defaultChecked={Boolean(editing?.date_activated)}
        readOnly={busy || hasLeft}
      />
      {hasLeft && <p className="soft small">{affiliateAdminMessages.rejoinHint}</p>}
    </RecordForm>
  );
}

/** Returns the date of activation. A record that stays active keeps its date. */
function activationDate(isActive: boolean, currentDate: string | null): string | null {
  return isActive ? (currentDate ?? new Date().toISOString()) : null;
}

export function affiliatesIn(answer: AnswerOf<'GET /api/affiliates'>): readonly AffiliateRecord[] {
  return answer;
}

/**
 * Saves a changed affiliate. The server answers 409 if somebody else has changed the affiliate since it was loaded. `rejoin`
 * activates an affiliate who left the program.
 */
export function saveAffiliate(
  record: AffiliateRecord,
  change: Partial<AffiliateRecord>,
  rejoin = false,
): Promise<ApiAnswer> {
  const { name, email, code, date_activated, referred_by } = { ...record, ...change };
  const body = { name, email: email ?? '', code, date_activated, referred_by, ...(rejoin && { rejoin }) };
  return authFetch('PUT /api/affiliates/:id', { params: record, body, version: record.version });
}

/** Loads the newest record of an affiliate, or the message of the failure. */
async function reloadAffiliate(record: AffiliateRecord): Promise<AffiliateRecord | string> {
  return recordOrMessage(await authFetch('GET /api/affiliates/:id', { params: record }));
}

/** Declines a waiting application. The applicant sees the reason, too. */
export function declineAffiliate(record: AffiliateRecord, reason: string | null): Promise<ApiAnswer> {
  return authFetch('POST /api/affiliates/:id/decline', {
    params: record,
    body: { reason },
    version: record.version,
  });
}

/** Deletes a record, or closes it if the ledger names it. */
export function deleteAffiliate(record: AffiliateRecord): Promise<ApiAnswer> {
  return authFetch('DELETE /api/affiliates/:id', { params: record, version: record.version });
}
