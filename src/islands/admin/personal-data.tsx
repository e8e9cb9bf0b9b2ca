import { useState } from 'react';
import { isLenientEmail } from '../../shared/email.ts';
import { maxLengths } from '../../shared/max-lengths.ts';
import { count, customerAdminMessages as texts, recordMessages } from '../../shared/messages/admin.ts';
import { problemText } from '../../shared/problems/screens.ts';
import { type Outcome, type Read, useForm } from '../ui/use-form.ts';
import { type ApiAnswer, errorMessage } from '../../client/api.ts';
import type { Notice } from '../ui/FormNotice.tsx';
import { BusyButton, RowButton } from '../ui/buttons.tsx';
import type { Question } from '../ui/ConfirmDialog.tsx';
import { TextField } from '../ui/TextField.tsx';
import { authFetch } from '../../client/accounts/auth-fetch.ts';
import { downloadFile } from '../../client/accounts/download.ts';

interface Props {
  readonly notify: (notice: Notice | null) => void;
  readonly ask: (question: Question) => Promise<boolean>;
}

type Field = 'email' | 'wish';
type Wish = 'download' | 'forget';

/** Downloads all data of any address, or forgets it as a buyer's, for people who are not in the list. */
export const AddressData = ({ notify, ask }: Props) => {
  const [underWay, setUnderWay] = useState<Wish | null>(null);

  const during = async <T,>(wish: Wish, work: () => Promise<T>): Promise<T> => {
    setUnderWay(wish);
    try {
      return await work();
    } finally {
      setUnderWay(null);
    }
  };

  const download = async (email: string) => {
    const failure = await during('download', () => downloadPersonalData(email));
    if (failure !== null) notify({ kind: 'error', text: failure });
  };

  const forget = async (email: string) => {
    const question = {
      text: texts.confirmForget(email),
      detail: texts.forgetsBuyer,
      action: texts.forget,
    };
    if (!(await ask(question))) return;
    const answer = await during('forget', () => forgetBuyer(email));
    if (typeof answer !== 'number') notify({ kind: 'error', text: errorMessage(answer) });
    else notify({ kind: 'success', text: texts.buyerForgotten(count(answer, 'purchase')) });
  };

  const submit = async (read: Read<Field>): Promise<Outcome<Field>> => {
    notify(null);
    const email = read('email').trim();
    if (email === '') return { fields: { email: problemText('email-required') } };
    if (!isLenientEmail(email)) return { fields: { email: problemText('email-invalid') } };
    await (read('wish') === 'forget' ? forget(email) : download(email));
    return { done: true };
  };
  const { form, busy, errors, onSubmit, onInput } = useForm<Field>(submit);
  return (
    <details className="disclosure">
      <summary>{texts.allDataAbout}</summary>
      <form ref={form} className="form" method="dialog" noValidate {...{ onSubmit, onInput }}>
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
            label={texts.downloadAllData}
            busyLabel={texts.downloadingAllData}
            busy={underWay === 'download'}
            type="submit"
            look="primary"
          />
          <BusyButton
            label={texts.forgetBuyer}
            busyLabel={texts.forgettingBuyer}
            busy={underWay === 'forget'}
            type="submit"
            look="danger"
            wish="forget"
          />
        </div>
      </form>
    </details>
  );
};

interface AllDataButtonProps {
  /** The name of the row's person. */
  readonly name: string;
  readonly email: string;
  readonly notify: (notice: Notice | null) => void;
}

/** Downloads all data of a row's person. */
export const AllDataButton = ({ name, email, notify }: AllDataButtonProps) => {
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
      label={recordMessages.allData}
      name={`about ${name}`}
      busy={busy}
      onPress={() => void download()}
    />
  );
};

/** Downloads all personal data of an address. Returns the message of a failure, or null. */
export function downloadPersonalData(email: string): Promise<string | null> {
  return downloadFile('/api/customers/data', 'personal-data.json', { method: 'POST', body: { email } });
}

/** Forgets a buyer's address. Returns the number of purchases that named it, or the failed answer. */
export async function forgetBuyer(email: string): Promise<number | ApiAnswer> {
  const answer = await authFetch('POST /api/customers/forget', { body: { email } });
  return answer.ok ? answer.data.purchases : answer;
}
