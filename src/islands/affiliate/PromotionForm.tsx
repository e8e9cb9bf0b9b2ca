import { authFetch } from '../../client/accounts/auth-fetch.ts';
import { type Affiliate, signupDraft } from '../../client/accounts/own-affiliate.ts';
import { errorMessage } from '../../client/api.ts';
import { maxLengths } from '../../shared/max-lengths.ts';
import { applicationMessages as texts } from '../../shared/messages/affiliate.ts';
import { SubmitButton } from '../ui/buttons.tsx';
import { TextAreaField } from '../ui/fields.tsx';
import { FormNotice } from '../ui/notices.tsx';
import { fieldErrors, type Outcome, type ReadField, useForm } from '../ui/use-form.ts';

type Field = 'promotion';

/** Asks an applicant how they will tell people about the product. The answer can be changed until the application is decided. */
export function PromotionForm({ affiliate }: { readonly affiliate: Affiliate }) {
  const submit = async (read: ReadField<Field>): Promise<Outcome<Field>> => {
    const promotion = read('promotion').trim() || null;
    const answer = await authFetch('PUT /api/affiliates/application', { body: { promotion } });
    if (answer.ok) {
      updateDraft(answer.data);
      return { success: promotion === null ? texts.removed : texts.saved };
    }
    const serverErrors = fieldErrors<Field>(answer.data, ['promotion']);
    return serverErrors.promotion === undefined ? { error: errorMessage(answer) } : { fields: serverErrors };
  };
  const { form, busy, errors, notice, onSubmit, onInput } = useForm(submit);
  return (
    <form ref={form} className="form" method="dialog" noValidate onSubmit={onSubmit} onInput={onInput}>
      <TextAreaField
        name="promotion"
        label={texts.promotion}
        optional
        maxLength={maxLengths.promotion}
        defaultValue={affiliate.promotion ?? ''}
        hint={texts.promotionHint}
        error={errors.promotion}
        readOnly={busy}
      />
      <FormNotice notice={notice} />
      <div className="form-actions">
        <SubmitButton label={texts.save} busyLabel={texts.saving} busy={busy} />
      </div>
    </form>
  );
}

/** Updates the draft of the sign-up in this tab, because the page shows the draft after a reload. */
function updateDraft(affiliate: Affiliate): void {
  const draft = signupDraft.read();
  if (draft?.affiliate?.id === affiliate.id) signupDraft.write({ ...draft, affiliate });
}
