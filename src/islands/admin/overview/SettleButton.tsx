import { authFetch } from '../../../client/accounts/auth-fetch.ts';
import type { AnswerOf } from '../../../client/api.ts';
import { withdrawalAdminMessages as texts } from '../../../shared/messages/overview.ts';
import { settleLabel, settlementText } from '../../../shared/messages/settlement.ts';
import { withdrawalReference } from '../../../shared/withdrawals.ts';
import { RowButton } from '../../ui/buttons.tsx';
import type { Notice, ScreenCallbacks } from '../../ui/notices.tsx';
import { useAction } from '../../ui/use-action.ts';

export type Withdrawal = AnswerOf<'GET /api/withdrawals'>['withdrawals'][number];

interface Props extends ScreenCallbacks {
  readonly id: string;
  /** The name of the row, for screen readers. */
  readonly name: string;
  readonly settlement: NonNullable<Withdrawal['settlement']>;
}

/** Settles a buyer's request: refunds and cancels at PayPal. Shows what became of each. */
export function SettleButton({ id, name, settlement, ...callbacks }: Props) {
  const act = useAction(callbacks);
  const label = settleLabel(settlement);
  if (label === null) return null;
  const call = () => authFetch('POST /api/withdrawals/:id/settle', { params: { id } });
  return <RowButton label={label} name={name} onPress={() => act({ call, noticeOf: resultOf })} />;
}

function resultOf({ id, settlement, handled_note: note }: Withdrawal): Notice {
  const reference = withdrawalReference(id);
  if (!settlement) return { kind: 'success', text: texts.settled(reference, note ?? '') };
  const text = settlementText(settlement);
  const isRefused = [settlement.refund, settlement.cancel].some((part) => part?.state === 'refused');
  if (text === '') return { kind: 'error', text: texts.changed(reference) };
  return { kind: isRefused ? 'error' : 'success', text: texts.settled(reference, text) };
}
