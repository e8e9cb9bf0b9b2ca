import { useState } from 'react';
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

function ChoiceForm({ muted: initiallyMuted }: { readonly muted: readonly OptionalMailKind[] }) {
  const [muted, setMuted] = useState(initiallyMuted);
  const submit = async (
    read: ReadField<OptionalMailKind>,
    form: HTMLFormElement,
  ): Promise<Outcome<OptionalMailKind>> => {
    // The form data have no field for an unchecked box.
    const isUnwanted = (kind: OptionalMailKind) => read(kind) === '';
    // Only the changes are sent, because the link in a letter may have stopped the letters meanwhile.
    const changed = optionalMailKinds.filter((kind) => isUnwanted(kind) !== muted.includes(kind));
    const body = {
      muted: changed.filter(isUnwanted),
      wanted: changed.filter((kind) => !isUnwanted(kind)),
    };
    const answer = await authFetch('PUT /api/affiliates/mails', { body });
    if (!answer.ok) return { refused: answer };
    const saved = answer.data.muted_mails;
    setMuted(saved);
    for (const kind of optionalMailKinds) {
      const box = form.elements.namedItem(kind);
      if (box instanceof HTMLInputElement) box.checked = !saved.includes(kind);
    }
    return { success: texts.saved };
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
