import { authFetch } from '../../client/accounts/auth-fetch.ts';
import { type Affiliate, signupDraft } from '../../client/accounts/own-affiliate.ts';
import { maxLengths } from '../../shared/max-lengths.ts';
import { applicationMessages as texts } from '../../shared/messages/affiliate.ts';
import { TextAreaField } from '../ui/fields.tsx';
import { Form, FormEnd } from '../ui/Form.tsx';
import { type Outcome, type ReadField, useForm } from '../ui/use-form.ts';

type Field = 'promotion';

/** Asks an applicant how they will tell people about the product. The answer can be changed until the application is decided. */
export function PromotionForm({ affiliate }: { readonly affiliate: Affiliate }) {
  const submit = async (read: ReadField<Field>): Promise<Outcome<Field>> => {
    const promotion = read('promotion').trim() || null;
    const answer = await authFetch('PUT /api/affiliates/application', { body: { promotion } });
    if (!answer.ok) return { refused: answer };
    updateDraft(answer.data);
    return { success: promotion === null ? texts.removed : texts.saved };
  };
  const form = useForm(submit);
  return (
    <Form form={form}>
      <TextAreaField
        name="promotion"
        label={texts.promotion}
        optional
        maxLength={maxLengths.promotion}
        defaultValue={affiliate.promotion ?? ''}
        hint={texts.promotionHint}
      />
      <FormEnd look="plain" label={texts.save} busyLabel={texts.saving} />
    </Form>
  );
}

/** Updates the draft of the sign-up in this tab, because the page shows the draft after a reload. */
function updateDraft(affiliate: Affiliate): void {
  const draft = signupDraft.read();
  if (draft?.affiliate?.id === affiliate.id) signupDraft.write({ ...draft, affiliate });
}
