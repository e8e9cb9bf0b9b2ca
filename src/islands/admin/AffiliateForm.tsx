import { authFetch } from '../../client/accounts/auth-fetch.ts';
import type { ApiAnswer } from '../../client/api.ts';
import { maxLengths } from '../../shared/max-lengths.ts';
import { activationMessages } from '../../shared/messages/affiliate.ts';
import { affiliateAdminMessages } from '../../shared/messages/admin.ts';
import { problemText } from '../../shared/problems/screens.ts';
import { emailProblem, isEmailField } from '../ui/email-problem.ts';
import type { FieldErrors, Read } from '../ui/use-form.ts';
import { CheckField, RecordForm } from '../ui/RecordForm.tsx';
import { type RecordFormProps, useRecordForm } from '../ui/use-record-form.ts';
import { TextField } from '../ui/TextField.tsx';
import { type AffiliateRecord, reloadAffiliate, saveAffiliate } from './affiliate-record.ts';

const fields = ['name', 'email', 'code', 'referred_by', 'active'] as const;
type Field = (typeof fields)[number];

const check = (
  read: Read<Field>,
  form: HTMLFormElement,
  editing: AffiliateRecord | null,
): FieldErrors<Field> => ({
  name: read('name').trim() === '' ? problemText('affiliate-name-required') : undefined,
  email: emailProblem(form, 'email'),
  code: !editing && read('code').trim() === '' ? problemText('affiliate-code-required') : undefined,
  referred_by: isEmailField(form, 'referred_by') ? undefined : problemText('email-invalid'),
});

/** Activation keeps its date while it stays on. */
const activation = (active: boolean, before: string | null): string | null =>
  active ? (before ?? new Date().toISOString()) : null;

const save = (read: Read<Field>, editing: AffiliateRecord | null): Promise<ApiAnswer> => {
  const change = {
    name: read('name').trim(),
    email: read('email').trim(),
    referred_by: read('referred_by').trim() || null,
    date_activated: activation(read('active') !== '', editing?.date_activated ?? null),
  };
  if (editing) return saveAffiliate(editing, change);
  return authFetch('POST /api/affiliates', { body: { ...change, code: read('code').trim() } });
};

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

/** Makes an affiliate, or changes one; the code is given once. */
export const AffiliateForm = (props: RecordFormProps<AffiliateRecord>) => {
  const { editing, onCancel } = props;
  const form = useRecordForm(props, rules);
  const { busy, errors } = form;
  return (
    <RecordForm form={form} onCancel={editing && onCancel}>
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
        hint={editing && affiliateAdminMessages.emailMoves}
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
        readOnly={busy}
      />
    </RecordForm>
  );
};
