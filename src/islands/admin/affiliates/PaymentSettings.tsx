import { type Ref, useState } from 'react';
import { authFetch } from '../../../client/accounts/auth-fetch.ts';
import { type ApiAnswer, recordOrMessage } from '../../../client/api.ts';
import { formatDate } from '../../../shared/dates.ts';
import { paymentSettingsMessages as texts } from '../../../shared/messages/admin.ts';
import { formatUsd } from '../../../shared/money.ts';
import { adminFailure } from '../../../shared/problem-texts/admin.ts';
import { problemText } from '../../../shared/problem-texts/common.ts';
import type { PayoutAccount } from '../../affiliate/PaymentInformation.tsx';
import { useApi } from '../../data/use-api.tsx';
import { optionalEmailProblem } from '../../ui/email-problem.ts';
import type { FieldErrors, ReadField } from '../../ui/use-form.ts';
import { type RecordFormProps, useRecordForm } from '../../ui/RecordForm.tsx';
import type { Notice } from '../../ui/notices.tsx';
import { CheckField } from '../../ui/CheckField.tsx';
import { EmailField } from '../../ui/fields.tsx';
import { Form, FormEnd } from '../../ui/Form.tsx';
import { LazyDetails } from '../../ui/LazyDetails.tsx';
import { LoadState } from '../../ui/loading.tsx';
import { Usd } from '../../ui/CardTable.tsx';
import type { AffiliateRecord } from './AffiliateForm.tsx';

type Field = 'payout_email' | 'no_minimum';

async function save(
  read: ReadField<Field>,
  account: PayoutAccount | null,
): Promise<ApiAnswer<PayoutAccount>> {
  if (!account) return { ok: false, status: 0 };
  const { affiliate_id, version } = account;
  const body = { payout_email: read('payout_email').trim() || null, no_minimum: read('no_minimum') !== '' };
  return authFetch('PUT /api/affiliates/:id/payout', { params: { id: affiliate_id }, body, version });
}

const rules = {
  texts: {
    created: texts.saved,
    updated: texts.saved,
    explainFailure: ({ error }: ApiAnswer) => error ?? problemText('affiliate-save-failed'),
  },
  check: (_read: ReadField<Field>, form: HTMLFormElement): FieldErrors<Field> => ({
    payout_email: optionalEmailProblem(form, 'payout_email'),
  }),
  save,
  reload: async ({ affiliate_id: affiliate }: PayoutAccount) =>
    recordOrMessage(await authFetch('GET /api/affiliates/payout', { query: { affiliate } })),
};

type SettingsFormProps = Omit<
  RecordFormProps<PayoutAccount, PayoutAccount>,
  'editing' | 'maySave' | 'onCancel'
> & {
  readonly account: PayoutAccount;
};

function SettingsForm({ account, ...formProps }: SettingsFormProps) {
  const form = useRecordForm({ editing: account, ...formProps }, rules);
  const [lastChange] = account.payout_email_changes;
  return (
    <Form form={form}>
      <p>
        Balance <Usd cents={account.balance_cents} />
        {account.held_cents !== 0 && (
          <span>
            , on hold <Usd cents={account.held_cents} />
          </span>
        )}
        <span>{`. Minimum payout ${formatUsd(account.minimum_cents)}.`}</span>
      </p>
      <EmailField
        name="payout_email"
        label="Payment email"
        optional
        defaultValue={account.payout_email ?? ''}
        hint={lastChange && `Changed on ${formatDate(lastChange.changed_at)}.`}
      />
      <CheckField name="no_minimum" label={texts.noMinimum} defaultChecked={account.no_minimum} />
      <FormEnd label={texts.save} busyLabel={texts.saving} />
    </Form>
  );
}

interface Props {
  readonly ref: Ref<HTMLDetailsElement>;
  readonly affiliate: AffiliateRecord;
  readonly notify: (notice: Notice | null) => void;
  /** Called after a change, so that the list is loaded again. */
  readonly onChanged: () => void;
  /** Called with the new version of the record if nobody else has changed it. */
  readonly onVersion: (version: number) => void;
}

function LoadedSettings({ affiliate, notify, onChanged, onVersion }: Omit<Props, 'ref'>) {
  const loaded = useApi('GET /api/affiliates/payout', { query: { affiliate: affiliate.id } });
  const { data: account, loadedAt, failure, replace } = loaded;
  const [openedAt] = useState(() => new Date());
  const [reloads, setReloads] = useState(0);

  const applySaved = (before: PayoutAccount, after: PayoutAccount) => {
    onChanged();
    replace(after);
    // If somebody else has changed the record, the form above keeps the old version. Saving that form is then a conflict.
    if (affiliate.version === before.version && after.version === before.version + 1)
      onVersion(after.version);
  };

  // The cache may hold the settings of an earlier edit. A form filled from them would overwrite a newer change.
  const isNew = loadedAt !== undefined && loadedAt >= openedAt;
  if (failure !== null || !account || !isNew)
    return (
      <LoadState
        loaded={{ ...loaded, data: undefined }}
        waiting={texts.loading}
        failureText={adminFailure('payment-settings-load-failed')}
      />
    );
  return (
    <SettingsForm
      key={reloads}
      account={account}
      notify={notify}
      onSaved={(saved) => {
        applySaved(account, saved);
      }}
      onConflict={onChanged}
      onReloaded={(reloaded) => {
        replace(reloaded);
        setReloads(reloads + 1);
      }}
    />
  );
}

/** An affiliate's payment settings. Loads them when the section is opened. */
export function PaymentSettings({ ref, ...props }: Props) {
  return (
    <LazyDetails ref={ref} summary={texts.title}>
      {() => (
        <>
          <p>
            <a href={`/affiliate-statements?affiliate=${props.affiliate.id}`}>{texts.statements}</a>
          </p>
          <LoadedSettings {...props} />
        </>
      )}
    </LazyDetails>
  );
}
