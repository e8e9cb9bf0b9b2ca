import { authFetch } from '../../client/accounts/auth-fetch.ts';
import type { Affiliate } from '../../client/accounts/own-affiliate.ts';
import { type OptionalMailKind, optionalMailKinds } from '../../shared/mail-kinds.ts';
import { emailMessages as texts } from '../../shared/messages/affiliate.ts';
import { CheckField } from '../ui/CheckField.tsx';
import { Form, FormEnd } from '../ui/Form.tsx';
import { type Outcome, type ReadField, useForm } from '../ui/use-form.ts';
import { Section } from '../ui/Section.tsx';

/** The section in which an affiliate chooses optional emails. */
export function EmailChoice({ affiliate }: { readonly affiliate: Affiliate }) {
  return (
    <Section id="emails" tab="Emails" heading={texts.heading}>
      <p>{texts.always}</p>
      <ChoiceForm muted={affiliate.muted_mails} />
    </Section>
  );
}

function ChoiceForm({ muted }: { readonly muted: readonly OptionalMailKind[] }) {
  const submit = async (read: ReadField<OptionalMailKind>): Promise<Outcome<OptionalMailKind>> => {
    // The form data have no field for an unchecked box.
    const unwanted = optionalMailKinds.filter((kind) => read(kind) === '');
    const answer = await authFetch('PUT /api/affiliates/mails', { body: { muted: unwanted } });
    return answer.ok ? { success: texts.saved } : { refused: answer };
  };
  const form = useForm(submit);
  return (
    <Form form={form}>
      <fieldset className="checks">
        <legend>{texts.question}</legend>
        {optionalMailKinds.map((kind) => (
          <CheckField
            key={kind}
            name={kind}
            label={texts.kinds[kind]}
            defaultChecked={!muted.includes(kind)}
          />
        ))}
      </fieldset>
      <FormEnd look="plain" label={texts.save} busyLabel={texts.saving} />
    </Form>
  );
}
