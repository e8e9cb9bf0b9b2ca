import { useState } from 'react';
import { isAnyEmail } from '../../shared/email.ts';
import { customerAdminMessages as texts } from '../../shared/messages/customer-admin.ts';
import { count } from '../../shared/messages/records.ts';
import { problemText } from '../../shared/problems/screens.ts';
import { type Outcome, type Read, useForm } from '../forms/use-form.ts';
import { errorMessage } from '../../client/api-error.ts';
import type { Said } from '../records/ScreenNotice.tsx';
import { BusyButton } from '../ui/BusyButton.tsx';
import type { Question } from '../ui/ConfirmDialog.tsx';
import { TextField } from '../ui/TextField.tsx';
import { downloadPersonalData, forgetBuyer } from './personal-data.ts';

interface Props {
  readonly say: (said: Said | null) => void;
  readonly ask: (question: Question) => Promise<boolean>;
}

type Field = 'email' | 'wish';
type Wish = 'download' | 'forget';

/** Downloads what is kept about any address, or forgets it as a buyer's: people of whom no row may be listed. */
export const AddressData = ({ say, ask }: Props) => {
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
    if (failure !== null) say({ kind: 'error', text: failure });
  };

  const forget = async (email: string) => {
    const question = {
      text: texts.confirmForget(email),
      detail: texts.forgetsBuyer,
      action: texts.forget,
    };
    if (!(await ask(question))) return;
    const answer = await during('forget', () => forgetBuyer(email));
    if (typeof answer !== 'number') say({ kind: 'error', text: errorMessage(answer) });
    else say({ kind: 'success', text: texts.buyerForgotten(count(answer, 'purchase')) });
  };

  const submit = async (read: Read<Field>): Promise<Outcome<Field>> => {
    say(null);
    const email = read('email').trim();
    if (email === '') return { fields: { email: problemText('email-required') } };
    if (!isAnyEmail(email)) return { fields: { email: problemText('email-invalid') } };
    await (read('wish') === 'forget' ? forget(email) : download(email));
    return { done: true };
  };
  const { form, busy, errors, onSubmit, onInput } = useForm<Field>(submit);
  return (
    <details className="unfolding">
      <summary>{texts.allDataAbout}</summary>
      <form ref={form} className="form" method="dialog" noValidate {...{ onSubmit, onInput }}>
        <TextField
          name="email"
          label="Email address"
          type="email"
          autoComplete="off"
          maxLength={255}
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
