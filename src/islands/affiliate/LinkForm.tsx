import { useEffect } from 'react';
import { authFetch } from '../../client/accounts/auth-fetch.ts';
import { errorMessage } from '../../client/api.ts';
import { maxLengths } from '../../shared/max-lengths.ts';
import { linkMessages as texts } from '../../shared/messages/affiliate.ts';
import { SubmitButton } from '../ui/buttons.tsx';
import { TextField } from '../ui/fields.tsx';
import { FormNotice } from '../ui/notices.tsx';
import { fieldErrors, type Outcome, type ReadField, useForm } from '../ui/use-form.ts';
import { type AffiliateLink, linkName } from './link-figures.ts';

interface Props {
  /** The link to rename. Null makes a new link. */
  readonly renamed: AffiliateLink | null;
  /** Called with the notice to show. */
  readonly onSaved: (notice: string) => Promise<void>;
  readonly onCancel: () => void;
}

/** Makes a link with a label, or changes the label of a link. */
export function LinkForm({ renamed, onSaved, onCancel }: Props) {
  const submit = async (read: ReadField<'label'>, element: HTMLFormElement): Promise<Outcome<'label'>> => {
    const label = read('label').trim();
    const body = { label };
    const answer = renamed
      ? await authFetch('PUT /api/affiliates/links/:code', { params: { code: renamed.code }, body })
      : await authFetch('POST /api/affiliates/links', { body });
    if (!answer.ok) {
      const errors = fieldErrors<'label'>(answer.data, ['label']);
      return errors.label === undefined ? { error: errorMessage(answer) } : { fields: errors };
    }
    element.reset();
    await onSaved(renamed ? texts.renamed(label) : texts.made(label));
    return { done: true };
  };
  const { form, busy, errors, notice, onSubmit, onInput } = useForm(submit);

  // The press in the row's menu opened the form, so the form takes the focus.
  useEffect(() => {
    if (renamed) form.current?.querySelector('input')?.select();
  }, [renamed, form]);

  return (
    <form ref={form} className="form" method="dialog" noValidate onSubmit={onSubmit} onInput={onInput}>
      <TextField
        name="label"
        label={renamed ? texts.renameLabel(linkName(renamed)) : texts.newLabel}
        hint={renamed ? undefined : texts.labelHint}
        autoComplete="off"
        maxLength={maxLengths.linkLabel}
        defaultValue={renamed?.label ?? ''}
        error={errors.label}
        readOnly={busy}
      />
      <FormNotice notice={notice} />
      <div className="form-actions">
        <SubmitButton
          label={renamed ? texts.save : texts.make}
          busyLabel={renamed ? texts.saving : texts.making}
          busy={busy}
        />
        {renamed && (
          <button type="button" className="button" onClick={onCancel}>
            {texts.cancel}
          </button>
        )}
      </div>
    </form>
  );
}
