import { authFetch } from '../../../client/accounts/auth-fetch.ts';
import { addressMessages as texts } from '../../../shared/messages/own-account.ts';
import { Facts } from '../../ui/CardTable.tsx';
import { emailProblem } from '../../ui/email-problem.ts';
import { EmailField } from '../../ui/fields.tsx';
import { Form, FormEnd } from '../../ui/Form.tsx';
import { type Outcome, type ReadField, useForm } from '../../ui/use-form.ts';
import { Section } from '../../ui/Section.tsx';

interface Props {
  readonly email: string;
  readonly isConfirmed: boolean;
}

/** Asks for another address of the account. The link in the mail to the new address changes it. */
export function AddressSection({ email, isConfirmed }: Props) {
  const submit = async (read: ReadField<'email'>, element: HTMLFormElement): Promise<Outcome<'email'>> => {
    const problem = emailProblem(element, 'email');
    if (problem !== undefined) return { fields: { email: problem } };
    const answer = await authFetch('POST /api/account/address', { body: { email: read('email').trim() } });
    if (!answer.ok) return { refused: answer };
    element.reset();
    return { success: texts.sent(answer.data.email), detail: texts.next };
  };
  const form = useForm(submit);
  return (
    <Section id="address" tab={texts.tab} heading={texts.heading}>
      <p className="soft">{texts.intro}</p>
      <Facts
        rows={[
          [
            texts.current,
            <span key="address">
              <span>{email}</span>
              {!isConfirmed && <span className="soft small">{` (${texts.unconfirmed})`}</span>}
            </span>,
          ],
        ]}
      />
      <Form form={form}>
        <EmailField label={texts.new} autoComplete="email" />
        <FormEnd look="plain" label={texts.save} busyLabel={texts.saving} />
      </Form>
    </Section>
  );
}
