import { useState } from 'react';
import { isLenientEmail } from '../../../shared/email.ts';
import { maxLengths } from '../../../shared/max-lengths.ts';
import { customerAdminMessages as texts, recordMessages } from '../../../shared/messages/admin.ts';
import { problemText } from '../../../shared/problem-texts/common.ts';
import { count, withoutInvisible } from '../../../shared/text.ts';
import { type Outcome, type ReadField, useForm } from '../../ui/use-form.ts';
import { type AnswerOf, type ApiAnswer, errorMessage } from '../../../client/api.ts';
import type { Notice } from '../../ui/notices.tsx';
import { May } from '../../data/role.tsx';
import { BusyButton, RowButton } from '../../ui/buttons.tsx';
import type { ConfirmQuestion } from '../../ui/ConfirmDialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { authFetch } from '../../../client/accounts/auth-fetch.ts';
import { downloadFile } from '../../../client/accounts/files.ts';

interface Props {
  readonly notify: (notice: Notice | null) => void;
  readonly ask: (question: ConfirmQuestion) => Promise<boolean>;
}

type Field = 'email' | 'intent';
type Intent = 'export' | 'forget';

/** Exports the personal data of any address, or removes a buyer's address, also for people who are not in the list. */
export function AddressData({ notify, ask }: Props) {
  const [running, setRunning] = useState<Intent | null>(null);

  const whileRunning = async <T,>(intent: Intent, work: () => Promise<T>): Promise<T> => {
    setRunning(intent);
    try {
      return await work();
    } finally {
      setRunning(null);
    }
  };

  const download = async (email: string) => {
    const failure = await whileRunning('export', () => downloadPersonalData(email));
    if (failure !== null) notify({ kind: 'error', text: failure });
  };

  const forget = async (email: string) => {
    const question = {
      text: texts.confirmForget(email),
      detail: texts.forgetsBuyer,
      action: texts.forget,
      isFinal: true,
    };
    if (!(await ask(question))) return;
    const answer = await whileRunning('forget', () => forgetBuyer(email));
    if ('ok' in answer) notify({ kind: 'error', text: errorMessage(answer) });
    else {
      const { purchases, subscriptions } = answer;
      notify({
        kind: 'success',
        text: texts.buyerForgotten(count(purchases, 'purchase'), subscriptions > 0),
      });
    }
  };

  const submit = async (read: ReadField<Field>): Promise<Outcome<Field>> => {
    notify(null);
    const email = withoutInvisible(read('email')).trim();
    if (email === '') return { fields: { email: problemText('email-required') } };
    if (!isLenientEmail(email)) return { fields: { email: problemText('email-invalid') } };
    await (read('intent') === 'forget' ? forget(email) : download(email));
    return { done: true };
  };
  const { form, busy, errors, onSubmit, onInput } = useForm<Field>(submit);
  return (
    <details className="disclosure">
      <summary>{texts.personalData}</summary>
      <form ref={form} className="form" method="dialog" noValidate onSubmit={onSubmit} onInput={onInput}>
        <TextField
          name="email"
          label="Email address"
          type="email"
          autoComplete="off"
          maxLength={maxLengths.email}
          error={errors.email}
          readOnly={busy}
        />
        <div className="form-actions">
          <BusyButton
            label={texts.exportData}
            busyLabel={texts.exportingData}
            busy={running === 'export'}
            type="submit"
            look="primary"
          />
          <May role="admin">
            <BusyButton
              label={texts.forgetBuyer}
              busyLabel={texts.forgettingBuyer}
              busy={running === 'forget'}
              type="submit"
              look="danger"
              intent="forget"
            />
          </May>
        </div>
      </form>
    </details>
  );
}

interface ExportDataButtonProps {
  readonly name: string;
  readonly email: string;
  readonly notify: (notice: Notice | null) => void;
}

/** Exports the personal data of the person in a row. */
export function ExportDataButton({ name, email, notify }: ExportDataButtonProps) {
  const [busy, setBusy] = useState(false);
  const download = async () => {
    notify(null);
    setBusy(true);
    const failure = await downloadPersonalData(email);
    setBusy(false);
    if (failure !== null) notify({ kind: 'error', text: failure });
  };
  return (
    <RowButton
      label={recordMessages.exportPersonalData}
      name={`of ${name}`}
      busy={busy}
      onPress={() => void download()}
    />
  );
}

/** Downloads the personal data of an address. Resolves with the message of a failure, or null. */
function downloadPersonalData(email: string): Promise<string | null> {
  return downloadFile('/api/customers/data', 'personal-data.json', { method: 'POST', body: { email } });
}

/** Removes a buyer's address. Returns the number of changed purchases, or the failed answer. */
async function forgetBuyer(email: string): Promise<AnswerOf<'POST /api/customers/forget'> | ApiAnswer> {
  const answer = await authFetch('POST /api/customers/forget', { body: { email } });
  return answer.ok ? answer.data : answer;
}
