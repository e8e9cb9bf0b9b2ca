import { callAsViewer } from '../../client/accounts/call-as-viewer.ts';
import type { ApiAnswer } from '../../client/api.ts';
import { messages } from '../../shared/messages.ts';
import { problemText } from '../../shared/problems.ts';
import { isEmailField } from '../forms/is-email-field.ts';
import { type FieldErrors, type Outcome, type Read, useForm } from '../forms/use-form.ts';
import { TextField } from '../ui/TextField.tsx';
import { outcomeOfSave, RecordForm, type RecordFormProps } from './RecordForm.tsx';
import { type AffiliateRecord, affiliatesPath, saveAffiliate } from './affiliate-record.ts';

const fieldNames = ['name', 'email', 'code', 'referred_by'] as const;
type Field = (typeof fieldNames)[number] | 'active';

const { admin } = messages;

const texts = {
  created: admin.affiliateCreated,
  updated: admin.affiliateUpdated,
  failed: problemText('affiliate-save-failed'),
};

const check = (read: Read<Field>, form: HTMLFormElement, editing: boolean): FieldErrors<Field> => ({
  name: read('name').trim() === '' ? problemText('affiliate-name-required') : undefined,
  email:
    read('email').trim() === ''
      ? problemText('email-required')
      : isEmailField(form, 'email')
        ? undefined
        : problemText('email-invalid'),
  code: !editing && read('code').trim() === '' ? problemText('affiliate-code-required') : undefined,
  referred_by: isEmailField(form, 'referred_by') ? undefined : problemText('email-invalid'),
});

/** Activation keeps its date while it stays on. */
const activation = (active: boolean, before: string | null): string | null =>
  active ? (before ?? new Date().toISOString()) : null;

/** Makes an affiliate, or changes one; the code is given once. */
export const AffiliateForm = (props: RecordFormProps<AffiliateRecord>) => {
  const { editing, say, onCancel } = props;
  const save = (read: Read<Field>): Promise<ApiAnswer> => {
    const change = {
      name: read('name').trim(),
      email: read('email').trim(),
      referred_by: read('referred_by').trim() || null,
      date_activated: activation(read('active') !== '', editing?.date_activated ?? null),
    };
    if (editing) return saveAffiliate(editing, change);
    return callAsViewer('POST', affiliatesPath, { body: { ...change, code: read('code').trim() } });
  };

  const submit = async (read: Read<Field>, form: HTMLFormElement): Promise<Outcome<Field>> => {
    say(null);
    const fields = check(read, form, editing !== null);
    if (Object.values(fields).some(Boolean)) return { fields };
    const answer = await save(read);
    return outcomeOfSave(answer, props, texts, fieldNames);
  };

  const form = useForm(submit);
  const { busy, errors } = form;
  return (
    <RecordForm form={form} onCancel={editing && onCancel}>
      <TextField
        name="name"
        label="Name"
        autoComplete="off"
        maxLength={100}
        defaultValue={editing?.name}
        error={errors.name}
        readOnly={busy}
      />
      <TextField
        name="email"
        label="Email"
        type="email"
        autoComplete="off"
        maxLength={255}
        defaultValue={editing?.email ?? ''}
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
        hint={editing ? admin.codeFixed : undefined}
        error={errors.code}
        readOnly={busy}
      />
      <TextField
        name="referred_by"
        label="Referred by"
        type="email"
        autoComplete="off"
        maxLength={255}
        optional
        defaultValue={editing?.referred_by ?? ''}
        error={errors.referred_by}
        readOnly={busy}
      />
      <label className="check">
        <input type="checkbox" name="active" defaultChecked={Boolean(editing?.date_activated)} />
        <span>Activated</span>
      </label>
    </RecordForm>
  );
};
