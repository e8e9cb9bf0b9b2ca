import { authFetch } from '../../../client/accounts/auth-fetch.ts';
import { type AnswerOf, errorMessage } from '../../../client/api.ts';
import { withdrawalAdminMessages as texts } from '../../../shared/messages/overview.ts';
import { settleLabel, settlementText } from '../../../shared/messages/settlement.ts';
import { withdrawalReference } from '../../../shared/withdrawals.ts';
import { RowButton } from '../../ui/buttons.tsx';
import { focusUnmoved } from '../../ui/focus.ts';
import type { Notice } from '../../ui/notices.tsx';

export type Withdrawal = AnswerOf<'GET /api/withdrawals'>['withdrawals'][number];

interface Props {
  readonly id: string;
  /** The name of the row, for screen readers. */
  readonly name: string;
  readonly settlement: NonNullable<Withdrawal['settlement']>;
  readonly notify: (notice: Notice | null) => void;
  /** Called after a change, so that the list is loaded again. */
  readonly reload: () => Promise<unknown>;
}

/** Settles a buyer's request: refunds and cancels at PayPal. Shows what became of each. */
export function SettleButton({ id, name, settlement, notify, reload }: Props) {
  const label = settleLabel(settlement);
  if (label === null) return null;
  const settle = async () => {
    notify(null);
    const pressed = document.activeElement;
    const answer = await authFetch('POST /api/withdrawals/:id/settle', { params: { id } });
    const result = answer.ok
      ? resultOf(answer.data)
      : ({ kind: 'error', text: errorMessage(answer) } as const);
    notify({ ...result, shouldFocus: focusUnmoved(pressed) });
    await reload();
  };
  return <RowButton label={label} name={name} onPress={settle} />;
}

function resultOf({ id, settlement, handled_note: note }: Withdrawal): Notice {
  const reference = withdrawalReference(id);
  if (!settlement) return { kind: 'success', text: texts.settled(reference, note ?? '') };
  const text = settlementText(settlement);
  const isRefused = [settlement.refund, settlement.cancel].some((part) => part?.state === 'refused');
  if (text === '') return { kind: 'error', text: texts.changed(reference) };
  return { kind: isRefused ? 'error' : 'success', text: texts.settled(reference, text) };
}
