import { callAsViewer } from '../../client/accounts/call-as-viewer.ts';
import type { ApiAnswer } from '../../client/api.ts';
import { messages } from '../../shared/messages.ts';
import { problemText } from '../../shared/problems.ts';
import { fieldErrors } from '../forms/field-errors.ts';
import { isEmailField } from '../forms/is-email-field.ts';
import { type FieldErrors, type Outcome, type Read, useForm } from '../forms/use-form.ts';
import type { Notice } from '../ui/FormNotice.tsx';
import { SubmitButton } from '../ui/SubmitButton.tsx';
import { TextField } from '../ui/TextField.tsx';
import { type AffiliateRecord, affiliatesPath, saveAffiliate } from './affiliate-record.ts';

const fieldNames = ['name', 'email', 'code', 'referred_by'] as const;
type Field = (typeof fieldNames)[number] | 'active';

interface Props {
  /** The record being edited; null makes a new one. */
  readonly editing: AffiliateRecord | null;
  readonly say: (notice: Notice | null) => void;
  readonly onSaved: () => void;
  /** The record is another by now: the list wants to be read again before the next try. */
  readonly onConflict: () => void;
  readonly onCancel: () => void;
}

const { admin } = messages;

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
export const AffiliateForm = ({ editing, say, onSaved, onConflict, onCancel }: Props) => {
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
    if (answer.ok) {
      say({ kind: 'success', text: editing ? admin.affiliateUpdated : admin.affiliateCreated });
      onSaved();
      return { done: true };
    }
    say({ kind: 'error', text: answer.error ?? problemText('affiliate-save-failed') });
    if (editing && answer.status === 409) onConflict();
    return { fields: fieldErrors(answer.data, fieldNames) };
  };

  const { form, busy, errors, onSubmit, onInput } = useForm(submit);
  return (
    <form ref={form} className="form record-form" method="dialog" noValidate {...{ onSubmit, onInput }}>
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
      <div className="form-actions">
        <SubmitButton label={admin.save} busyLabel={admin.saving} busy={busy} />
        {editing && (
          <button type="button" className="button" onClick={onCancel}>
            {admin.cancel}
          </button>
        )}
      </div>
    </form>
  );
};
