import { useState } from 'react';
import { authFetch } from '../../../client/accounts/auth-fetch.ts';
import type { AnswerOf } from '../../../client/api.ts';
import { formatDate } from '../../../shared/dates.ts';
import { invitationParameter } from '../../../shared/invitations.ts';
import { maxLengths } from '../../../shared/max-lengths.ts';
import { invitationAdminMessages as texts } from '../../../shared/messages/invitations.ts';
import { formatUsd } from '../../../shared/money.ts';
import { findPlan, type PlanId, plans } from '../../../shared/plans.ts';
import { adminFailure } from '../../../shared/problem-texts/admin.ts';
import { May } from '../../data/role.tsx';
import { useApi } from '../../data/use-api.tsx';
import { RowButton } from '../../ui/buttons.tsx';
import { CardTable, type TableColumn } from '../../ui/CardTable.tsx';
import { CopyLink } from '../../ui/copy.tsx';
import { LabeledField, TextField } from '../../ui/fields.tsx';
import { Form, FormEnd } from '../../ui/Form.tsx';
import { LazyDetails } from '../../ui/LazyDetails.tsx';
import { LoadState } from '../../ui/loading.tsx';
import type { ScreenCallbacks } from '../../ui/notices.tsx';
import { useAction } from '../../ui/use-action.ts';
import { type Outcome, type ReadField, useForm } from '../../ui/use-form.ts';

type Invitation = AnswerOf<'GET /api/invitations'>['invitations'][number];

const columns: readonly TableColumn<Invitation>[] = [
  {
    label: 'Price',
    heads: true,
    cell: ({ plan, price_cents }) => `${formatUsd(price_cents)}, ${findPlan(plan)?.name ?? plan}`,
  },
  { label: 'Reason', cell: ({ reason }) => reason },
  {
    label: 'State',
    cell: ({ state, ends_at, used_at, order_id }) =>
      [texts.states[state], formatDate(used_at ?? ends_at), order_id && `by ${order_id}`]
        .filter(Boolean)
        .join(' '),
  },
];

type Props = Pick<ScreenCallbacks, 'notify'>;

/** The links for one purchase at a lower price. Loads them when the section is opened. */
export function Invitations(props: Props) {
  return <LazyDetails summary={texts.heading}>{() => <LoadedInvitations {...props} />}</LazyDetails>;
}

/** A list of the invitations, and a form that makes one. */
function LoadedInvitations({ notify }: Props) {
  const loaded = useApi('GET /api/invitations');
  const act = useAction({ notify, reload: loaded.reload });
  const withdraw = (invitation: Invitation) =>
    act({
      question: { text: texts.confirmWithdraw, detail: texts.withdrawHint, action: texts.withdraw },
      call: () => authFetch('DELETE /api/invitations/:id', { params: invitation }),
      noticeOf: () => texts.withdrawn,
    });
  const actions: TableColumn<Invitation> = {
    label: 'Actions',
    cell: (invitation) =>
      invitation.state === 'open' && (
        <May role="finance">
          <div className="row-actions">
            <RowButton label={texts.withdraw} name={invitation.reason} onPress={() => withdraw(invitation)} />
          </div>
        </May>
      ),
  };
  const rows = loaded.data?.invitations;
  return (
    <>
      <p className="soft">{texts.about}</p>
      <LoadState
        loaded={loaded}
        waiting={texts.loading}
        failureText={adminFailure('invitations-load-failed')}
      />
      {rows && (
        <CardTable
          caption={texts.heading}
          columns={[...columns, actions]}
          rows={rows}
          keyOf={({ id }) => id}
          none={texts.none}
        />
      )}
      <May role="finance">
        <InvitationForm onMade={loaded.reload} />
      </May>
    </>
  );
}

type Field = 'plan' | 'price' | 'provider_plan_id' | 'reason' | 'days';

/** Makes an invitation and shows its link, once. */
function InvitationForm({ onMade }: { readonly onMade: () => Promise<unknown> }) {
  const [link, setLink] = useState<string | null>(null);
  const submit = async (read: ReadField<Field>, element: HTMLFormElement): Promise<Outcome<Field>> => {
    setLink(null);
    const body = {
      plan: read('plan') as PlanId,
      price: read('price').trim(),
      provider_plan_id: read('provider_plan_id').trim() || null,
      reason: read('reason').trim(),
      days: Number(read('days')),
    };
    const answer = await authFetch('POST /api/invitations', { body });
    if (!answer.ok) return { refused: answer };
    setLink(`${location.origin}/buy#${invitationParameter}=${answer.data.token}`);
    element.reset();
    await onMade();
    return { done: true };
  };
  const form = useForm(submit);
  return (
    <>
      <Form form={form} label={texts.invite}>
        <LabeledField name="plan" label="Plan">
          {(control) => (
            <select name="plan" id={control.id}>
              {plans.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </LabeledField>
        <TextField name="price" label={texts.price} inputMode="decimal" autoComplete="off" />
        <TextField
          name="provider_plan_id"
          label={texts.providerPlan}
          hint={texts.providerPlanHint}
          autoComplete="off"
          optional
        />
        <TextField name="reason" label={texts.reason} hint={texts.reasonHint} maxLength={maxLengths.reason} />
        <TextField name="days" label={texts.days} type="number" min={1} max={365} defaultValue="30" />
        <FormEnd label={texts.invite} busyLabel={texts.making} />
      </Form>
      <div role="status">{link !== null && <CopyLink label={texts.made} url={link} />}</div>
    </>
  );
}
