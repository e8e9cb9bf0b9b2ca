import { May } from '../data/role.tsx';
import { formatDate } from '../../shared/dates.ts';
import { maxLengths } from '../../shared/max-lengths.ts';
import { withdrawalAdminMessages as texts } from '../../shared/messages/overview.ts';
import { adminProblemText } from '../../shared/problems/admin.ts';
import { problemText } from '../../shared/problems/common.ts';
import { authFetch } from '../../client/accounts/auth-fetch.ts';
import { type AnswerOf, errorMessage } from '../../client/api.ts';
import { useApi } from '../data/use-api.tsx';
import { SubmitButton } from '../ui/buttons.tsx';
import { CardTable, type TableColumn } from '../ui/CardTable.tsx';
import { TextAreaField } from '../ui/fields.tsx';
import { focusUnmoved } from '../ui/focus.ts';
import { TryAgain, Waiting } from '../ui/loading.tsx';
import { FormNotice, type Notice } from '../ui/notices.tsx';
import { fieldErrors, type Outcome, type ReadField, useForm } from '../ui/use-form.ts';
import { purchasePath, withdrawalsId } from './waiting-lines.ts';

type Withdrawal = AnswerOf<'GET /api/withdrawals'>['withdrawals'][number];

interface Props {
  readonly notify: (notice: Notice | null) => void;
  /** Loads the overview again. */
  readonly reload: () => Promise<unknown>;
}

/** The open withdrawals from contracts, the oldest first, each with a form that marks it as handled. */
export function Withdrawals(props: Props) {
  const query = { state: 'open', limit: String(listedWithdrawals) } as const;
  const { data, headers, failure, loading, reload } = useApi('GET /api/withdrawals', { query });
  const total = Number.parseInt(headers?.get('x-total-count') ?? '0', 10);
  const rows = data?.withdrawals ?? [];
  const reloadBoth = () => Promise.all([reload(), props.reload()]);
  return (
    <section id={withdrawalsId} className="panel" data-tab="Withdrawals" aria-labelledby="withdrawn">
      <h2 id="withdrawn">{texts.heading}</h2>
      <p>{texts.intro}</p>
      {!data && failure === null && <Waiting text={texts.loading} />}
      {failure !== null && (
        <TryAgain
          text={adminProblemText('withdrawals-load-failed', failure)}
          busy={loading}
          onRetry={() => void reload()}
        />
      )}
      {rows.length < total && <p className="soft">{texts.oldest(rows.length, total)}</p>}
      {rows.length > 0 && (
        <CardTable
          caption={texts.heading}
          columns={columnsFor(props.notify, reloadBoth)}
          rows={rows}
          keyOf={({ id }) => id}
        />
      )}
    </section>
  );
}

/** The number of withdrawals that the section lists. */
const listedWithdrawals = 50;

/** Dates are UTC. */
function columnsFor(notify: Props['notify'], reload: Props['reload']): readonly TableColumn<Withdrawal>[] {
  return [
    {
      label: 'Buyer',
      heads: true,
      cell: ({ name, email }) => (
        <div>
          <p>{name ?? texts.forgotten}</p>
          <p className="soft payment-email">{email}</p>
        </div>
      ),
    },
    {
      label: 'Received',
      cell: ({ received_at: at }) => <time dateTime={at}>{formatDate(at)}</time>,
      below: { label: 'Due', cell: ({ due_at: at }) => <Due at={at} /> },
    },
    {
      label: 'Order',
      cell: (withdrawal) => (
        <div>
          <OrderNumber withdrawal={withdrawal} />
          <May role="finance">
            <details className="disclosure">
              <summary className="button">
                <span>{texts.handle}</span>
                <span className="visually-hidden">{`, ${withdrawal.name ?? withdrawal.order_number}`}</span>
              </summary>
              <HandleForm id={withdrawal.id} notify={notify} reload={reload} />
            </details>
          </May>
        </div>
      ),
    },
  ];
}

function Due({ at }: { readonly at: string }) {
  const isOverdue = Date.parse(at) <= Date.now();
  return (
    <time className="waiting-time" dateTime={at} data-overdue={isOverdue || undefined}>
      {isOverdue ? texts.overdue(formatDate(at)) : formatDate(at)}
    </time>
  );
}

/** The order number as the buyer typed it. It is a link if a purchase has this number. */
function OrderNumber({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const { order_number: typed, purchase } = withdrawal;
  if (!purchase)
    return (
      <>
        <p>{typed}</p>
        <p className="soft">{texts.noPurchase}</p>
      </>
    );
  return (
    <p>
      <a href={purchasePath(purchase.order_id)}>{typed}</a>
    </p>
  );
}

function HandleForm({ id, notify, reload }: Props & { readonly id: string }) {
  const submit = async (read: ReadField<'note'>): Promise<Outcome<'note'>> => {
    notify(null);
    const note = read('note').trim();
    if (note === '') return { fields: { note: problemText('note-required') } };
    const pressed = document.activeElement;
    const answer = await authFetch('PUT /api/withdrawals/:id', { params: { id }, body: { note } });
    // Somebody else was first, so the withdrawal leaves the list as well.
    const isGone = answer.ok || answer.status === 404 || answer.status === 409;
    if (!isGone) {
      const errors = fieldErrors(answer.data, ['note']);
      return errors.note === undefined ? { error: errorMessage(answer) } : { fields: errors };
    }
    const shouldFocus = focusUnmoved(pressed);
    if (answer.ok) notify({ kind: 'success', text: texts.handled, shouldFocus });
    else notify({ kind: 'error', text: errorMessage(answer), shouldFocus });
    await reload();
    return { done: true };
  };
  const { form, busy, errors, notice, onSubmit, onInput } = useForm(submit);
  return (
    <form ref={form} className="form" method="dialog" noValidate {...{ onSubmit, onInput }}>
      <TextAreaField
        name="note"
        label={texts.note}
        rows={2}
        maxLength={maxLengths.reason}
        error={errors.note}
        readOnly={busy}
      />
      <FormNotice notice={notice} />
      <div className="form-actions">
        <SubmitButton label={texts.handle} busyLabel={texts.handling} busy={busy} />
      </div>
    </form>
  );
}
