import { useEffect } from 'react';
import { authFetch } from '../../client/accounts/auth-fetch.ts';
import { maxLengths } from '../../shared/max-lengths.ts';
import { linkMessages as texts } from '../../shared/messages/affiliate.ts';
import { TextField } from '../ui/fields.tsx';
import { CancelButton, Form, FormEnd } from '../ui/Form.tsx';
import { type Outcome, type ReadField, useForm } from '../ui/use-form.ts';
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
    if (!answer.ok) return { refused: answer };
    element.reset();
    await onSaved(renamed ? texts.renamed(label) : texts.made(label));
    return { done: true };
  };
  const form = useForm(submit);
  const { element } = form;

  // The press in the row's menu opened the form, so the form takes the focus.
  useEffect(() => {
    if (renamed) element.current?.querySelector('input')?.select();
  }, [renamed, element]);

  return (
    <Form form={form}>
      <TextField
        name="label"
        label={renamed ? texts.renameLabel(linkName(renamed)) : texts.newLabel}
        hint={renamed ? undefined : texts.labelHint}
        autoComplete="off"
        maxLength={maxLengths.linkLabel}
        defaultValue={renamed?.label ?? ''}
      />
      <FormEnd label={renamed ? texts.save : texts.make} busyLabel={renamed ? texts.saving : texts.making}>
        {renamed && <CancelButton label={texts.cancel} onPress={onCancel} />}
      </FormEnd>
    </Form>
  );
}
