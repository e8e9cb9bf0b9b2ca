import { type Ref, useState } from 'react';
import { authFetch } from '../../client/accounts/auth-fetch.ts';
import { type ApiAnswer, recordOrMessage } from '../../client/api.ts';
import { formatDate } from '../../shared/dates.ts';
import { maxLengths } from '../../shared/max-lengths.ts';
import { payoutTermsMessages as texts } from '../../shared/messages/admin.ts';
import { formatUsd } from '../../shared/money.ts';
import { affiliateAdminProblemText } from '../../shared/problems/affiliate-admin.ts';
import { problemText } from '../../shared/problems/screens.ts';
import type { PayoutAccount } from '../affiliate/PaymentEmailForm.tsx';
import { useApi } from '../data/use-api.tsx';
import { isEmailField } from '../ui/email-problem.ts';
import type { FieldErrors, Read } from '../ui/use-form.ts';
import { CheckField } from '../ui/RecordForm.tsx';
import type { Notice } from '../ui/FormNotice.tsx';
import { useRecordForm } from '../ui/use-record-form.ts';
import { SubmitButton } from '../ui/buttons.tsx';
import { TextField } from '../ui/TextField.tsx';
import { TryAgain, Waiting } from '../ui/loading.tsx';
import { Usd } from '../ui/CardTable.tsx';
import type { AffiliateRecord } from './affiliate-record.ts';

const fields = ['payout_email', 'no_minimum'] as const;
type Field = (typeof fields)[number];

const save = async (read: Read<Field>, account: PayoutAccount | null): Promise<ApiAnswer> => {
  if (!account) return { ok: false, status: 0 };
  const { affiliate_id, version } = account;
  const body = { payout_email: read('payout_email').trim() || null, no_minimum: read('no_minimum') !== '' };
  return authFetch('PUT /api/affiliates/:id/payout', { params: { id: affiliate_id }, body, version });
};

const rules = {
  fields,
  texts: {
    created: texts.termsSaved,
    updated: texts.termsSaved,
    failed: problemText('affiliate-save-failed'),
  },
  check: (_read: Read<Field>, form: HTMLFormElement): FieldErrors<Field> => ({
    payout_email: isEmailField(form, 'payout_email') ? undefined : problemText('email-invalid'),
  }),
  save,
  reload: async ({ affiliate_id: affiliate }: PayoutAccount) =>
    recordOrMessage(await authFetch('GET /api/affiliates/payout', { query: { affiliate } })),
};

interface TermsProps {
  readonly account: PayoutAccount;
  readonly notify: (notice: Notice | null) => void;
  readonly onSaved: (answer: unknown) => void;
  readonly onConflict: () => void;
  readonly onReloaded: (account: PayoutAccount) => void;
}

const Terms = ({ account, ...rest }: TermsProps) => {
  const form = useRecordForm({ editing: account, ...rest }, rules);
  const { busy, errors, onSubmit, onInput } = form;
  const [last] = account.payout_email_changes;
  return (
    <form ref={form.form} className="form" method="dialog" noValidate {...{ onSubmit, onInput }}>
      <p>
        Balance <Usd cents={account.balance_cents} />
        {account.held_cents !== 0 && (
          <span>
            , on hold <Usd cents={account.held_cents} />
          </span>
        )}
        <span>{`. Minimum payout ${formatUsd(account.minimum_cents)}.`}</span>
      </p>
      <TextField
        name="payout_email"
        label="Payment email"
        type="email"
        autoComplete="off"
        maxLength={maxLengths.email}
        optional
        defaultValue={account.payout_email ?? ''}
        hint={last && `Changed on ${formatDate(last.changed_at)}.`}
        error={errors.payout_email}
        readOnly={busy}
      />
      <CheckField
        name="no_minimum"
        label={texts.noMinimum}
        defaultChecked={account.no_minimum}
        readOnly={busy}
      />
      <div className="form-actions">
        <SubmitButton label={texts.termsSave} busyLabel={texts.termsSaving} busy={busy} />
      </div>
    </form>
  );
};

interface Props {
  readonly ref: Ref<HTMLDetailsElement>;
  readonly affiliate: AffiliateRecord;
  readonly notify: (notice: Notice | null) => void;
  /** The list wants to be read again. */
  readonly onChanged: () => void;
  /** The record in the form above is of this version by now, through what was saved here and nothing else. */
  readonly onVersion: (version: number) => void;
}

const Account = ({ affiliate, notify, onChanged, onVersion }: Omit<Props, 'ref'>) => {
  const loaded = useApi('GET /api/affiliates/payout', { query: { affiliate: affiliate.id } });
  const { data: account, since, failure, loading, reload, replace } = loaded;
  const [opened] = useState(() => new Date());
  const [reloads, setReloads] = useState(0);

  const takeOver = (before: PayoutAccount, after: PayoutAccount) => {
    onChanged();
    replace(after);
    // Somebody else's change, before this one or since, is not taken over unseen: then saving the form above is refused.
    if (affiliate.version === before.version && after.version === before.version + 1)
      onVersion(after.version);
  };

  if (failure !== null)
    return (
      <TryAgain
        text={affiliateAdminProblemText('payout-terms-load-failed', failure)}
        busy={loading}
        onRetry={() => void reload()}
      />
    );
  // The cache may hold the settings of an earlier edit. A form filled from them would overwrite a newer change.
  if (!account || !since || since < opened) return <Waiting text={texts.loadingTerms} />;
  return (
    <Terms
      key={reloads}
      account={account}
      notify={notify}
      onSaved={(answer) => {
        takeOver(account, answer as PayoutAccount);
      }}
      onConflict={onChanged}
      onReloaded={(reloaded) => {
        replace(reloaded);
        setReloads(reloads + 1);
      }}
    />
  );
};

/** How an affiliate is paid: where to, and whether whatever the balance; asked for when it is unfolded. */
export const PayoutTerms = ({ ref, ...props }: Props) => {
  const [open, setOpen] = useState(false);
  return (
    <details
      ref={ref}
      className="disclosure"
      onToggle={(event) => {
        if (event.currentTarget.open) setOpen(true);
      }}
    >
      <summary>{texts.terms}</summary>
      <p>
        <a href={`/affiliate-statements?affiliate=${props.affiliate.id}`}>{texts.statements}</a>
      </p>
      {open && <Account {...props} />}
    </details>
  );
};
