import { useState } from 'react';
import { isLenientEmail } from '../../../shared/email.ts';
import { customerAdminMessages as texts, recordMessages } from '../../../shared/messages/admin.ts';
import { problemText } from '../../../shared/problem-texts/common.ts';
import { count, withoutInvisible } from '../../../shared/text.ts';
import { type Outcome, type ReadField, useForm } from '../../ui/use-form.ts';
import { errorMessage } from '../../../client/api.ts';
import type { Notice } from '../../ui/notices.tsx';
import { May } from '../../data/role.tsx';
import { BusyButton, RowButton } from '../../ui/buttons.tsx';
import { useAsk } from '../../ui/ask.ts';
import { EmailField } from '../../ui/fields.tsx';
import { Form } from '../../ui/Form.tsx';
import { authFetch } from '../../../client/accounts/auth-fetch.ts';
import { downloadFile } from '../../../client/accounts/files.ts';

type Notify = (notice: Notice | null) => void;

type Field = 'email' | 'intent';

/** Exports the personal data of any address, or removes a buyer's address, also for people who are not in the list. */
export function AddressData({ notify }: { readonly notify: Notify }) {
  const ask = useAsk();
  const [intent, setIntent] = useState('');

  const forget = async (email: string) => {
    const question = {
      text: texts.confirmForget(email),
      detail: texts.forgetsBuyer,
      action: texts.forget,
      isFinal: true,
    };
    if (!(await ask(question))) return;
    const answer = await authFetch('POST /api/customers/forget', { body: { email } });
    if (!answer.ok) {
      notify({ kind: 'error', text: errorMessage(answer) });
      return;
    }
    const { purchases, subscriptions } = answer.data;
    notify({
      kind: 'success',
      text: texts.buyerForgotten(count(purchases, 'purchase'), subscriptions > 0),
    });
  };

  const submit = async (read: ReadField<Field>): Promise<Outcome<Field>> => {
    const email = withoutInvisible(read('email')).trim();
    notify(null);
    if (email === '') return { fields: { email: problemText('email-required') } };
    if (!isLenientEmail(email)) return { fields: { email: problemText('email-invalid') } };
    setIntent(read('intent'));
    await (read('intent') === 'forget' ? forget(email) : exportData(email, notify));
    return { done: true };
  };
  const form = useForm<Field>(submit);
  return (
    <details className="disclosure">
      <summary>{texts.personalData}</summary>
      <Form form={form}>
        <EmailField label="Email address" />
        <div className="form-actions">
          <BusyButton
            label={texts.exportData}
            busyLabel={texts.exportingData}
            busy={form.busy && intent === ''}
            type="submit"
            look="primary"
          />
          <May role="admin">
            <BusyButton
              label={texts.forgetBuyer}
              busyLabel={texts.forgettingBuyer}
              busy={form.busy && intent === 'forget'}
              type="submit"
              intent="forget"
            />
          </May>
        </div>
      </Form>
    </details>
  );
}

interface ExportDataButtonProps {
  readonly name: string;
  readonly email: string;
  readonly notify: Notify;
}

/** Exports the personal data of the person in a row. */
export function ExportDataButton({ name, email, notify }: ExportDataButtonProps) {
  return (
    <RowButton
      label={recordMessages.exportPersonalData}
      name={`of ${name}`}
      onPress={() => exportData(email, notify)}
    />
  );
}

/** Downloads the personal data of an address. */
async function exportData(email: string, notify: Notify): Promise<void> {
  notify(null);
  const options = { method: 'POST', body: { email } } as const;
  const failure = await downloadFile('/api/customers/data', 'personal-data.json', options);
  if (failure !== null) notify({ kind: 'error', text: failure });
}
