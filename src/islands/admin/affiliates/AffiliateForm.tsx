import { authFetch } from '../../../client/accounts/auth-fetch.ts';
import { type AnswerOf, type ApiAnswer, recordOrMessage } from '../../../client/api.ts';
import { activationMessages } from '../../../shared/messages/affiliate.ts';
import { affiliateAdminMessages } from '../../../shared/messages/admin.ts';
import { problemText } from '../../../shared/problem-texts/common.ts';
import { emailProblem, optionalEmailProblem } from '../../ui/email-problem.ts';
import type { FieldErrors, ReadField } from '../../ui/use-form.ts';
import { RecordForm, type RecordFormProps, useRecordForm } from '../../ui/RecordForm.tsx';
import { CheckField } from '../../ui/CheckField.tsx';
import { EmailField, NameField, TextField } from '../../ui/fields.tsx';

/** An affiliate as the API returns it to admins. */
export type AffiliateRecord = AnswerOf<'GET /api/affiliates/:id'>;

type Field = 'name' | 'email' | 'code' | 'referred_by' | 'active';

function check(
  read: ReadField<Field>,
  form: HTMLFormElement,
  editing: AffiliateRecord | null,
): FieldErrors<Field> {
  return {
    name: read('name').trim() === '' ? problemText('affiliate-name-required') : undefined,
    email: emailProblem(form, 'email'),
    code: !editing && read('code').trim() === '' ? problemText('affiliate-code-required') : undefined,
    referred_by: optionalEmailProblem(form, 'referred_by'),
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
  texts: {
    created: affiliateAdminMessages.affiliateCreated,
    updated: affiliateAdminMessages.affiliateUpdated,
    explainFailure: ({ error }: ApiAnswer) => error ?? problemText('affiliate-save-failed'),
  },
  check,
  save,
  reload: async (record: AffiliateRecord) =>
    recordOrMessage(await authFetch('GET /api/affiliates/:id', { params: record })),
};

/** Creates or edits an affiliate. The code cannot be changed later. */
export function AffiliateForm(props: RecordFormProps<AffiliateRecord>) {
  const { editing, onCancel } = props;
  const hasLeft = editing !== null && editing.left_at !== null;
  return (
    <RecordForm form={useRecordForm(props, rules)} onCancel={onCancel}>
      <NameField defaultValue={editing?.name} />
      <EmailField defaultValue={editing?.email ?? ''} hint={editing && affiliateAdminMessages.emailUnlinks} />
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
      />
      <EmailField name="referred_by" label="Referred by" optional defaultValue={editing?.referred_by ?? ''} />
      <CheckField
        name="active"
        label={activationMessages.activated}
        defaultChecked={Boolean(editing?.date_activated)}
        readOnly={hasLeft}
      />
      {hasLeft && <p className="soft small">{affiliateAdminMessages.rejoinHint}</p>}
    </RecordForm>
  );
}

/** Returns the date of activation. A record that stays active keeps its date. */
function activationDate(isActive: boolean, currentDate: string | null): string | null {
  return isActive ? (currentDate ?? new Date().toISOString()) : null;
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
