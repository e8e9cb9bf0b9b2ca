import { useCallback } from 'react';
import { authFetch } from '../../client/accounts/auth-fetch.ts';
import type { Affiliate } from '../../client/accounts/own-affiliate.ts';
import { errorMessage } from '../../client/api.ts';
import { type OptionalMailKind, optionalMailKinds } from '../../shared/mail-kinds.ts';
import { emailMessages as texts } from '../../shared/messages/affiliate.ts';
import { SubmitButton } from '../ui/buttons.tsx';
import { CheckField } from '../ui/fields.tsx';
import { FormNotice } from '../ui/notices.tsx';
import { type Outcome, type ReadField, useForm } from '../ui/use-form.ts';

/** The section in which an affiliate chooses optional emails. */
export function EmailChoice({ affiliate }: { readonly affiliate: Affiliate }) {
  const showIfLinked = useCallback((title: HTMLHeadingElement | null) => {
    // The browser followed the link of an email before the section existed.
    if (title && location.hash === `#${title.id}`) title.scrollIntoView();
  }, []);
  return (
    <section className="panel" data-tab="Emails" aria-labelledby="emails">
      <h2 ref={showIfLinked} id="emails">
        {texts.heading}
      </h2>
      <p>{texts.always}</p>
      <ChoiceForm muted={affiliate.muted_mails} />
    </section>
  );
}

function ChoiceForm({ muted }: { readonly muted: readonly OptionalMailKind[] }) {
  const submit = async (read: ReadField<OptionalMailKind>): Promise<Outcome<OptionalMailKind>> => {
    // The form data have no field for an unchecked box.
    const unwanted = optionalMailKinds.filter((kind) => read(kind) === '');
    const answer = await authFetch('PUT /api/affiliates/mails', { body: { muted: unwanted } });
    return answer.ok ? { success: texts.saved } : { error: errorMessage(answer) };
  };
  const { form, busy, notice, onSubmit, onInput } = useForm(submit);
  return (
    <form ref={form} className="form" method="dialog" noValidate onSubmit={onSubmit} onInput={onInput}>
      <fieldset className="checks">
        <legend>{texts.question}</legend>
        {optionalMailKinds.map((kind) => (
          <CheckField
            key={kind}
            name={kind}
            label={texts.kinds[kind]}
            defaultChecked={!muted.includes(kind)}
            readOnly={busy}
          />
        ))}
      </fieldset>
      <FormNotice notice={notice} />
      <div className="form-actions">
        <SubmitButton label={texts.save} busyLabel={texts.saving} busy={busy} />
      </div>
    </form>
  );
}
