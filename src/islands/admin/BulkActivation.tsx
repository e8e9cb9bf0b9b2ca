import { useState } from 'react';
import { authFetch } from '../../client/accounts/auth-fetch.ts';
import { affiliateAdminMessages as texts, count, recordMessages } from '../../shared/messages/admin.ts';
import { affiliateAdminProblemText } from '../../shared/problems/affiliate-admin.ts';
import { errorWithStatus, fieldMessages } from '../../client/api.ts';
import type { Notice } from '../ui/FormNotice.tsx';
import { BusyButton } from '../ui/buttons.tsx';
import { focusUnmoved } from '../ui/focus.ts';

interface Props {
  readonly chosen: ReadonlySet<string>;
  /** Leaves these out of the choice; what was chosen since stays. */
  readonly leaveOut: (keys: readonly string[]) => void;
  readonly notify: (notice: Notice | null) => void;
  /** Something was changed, or may be where the answer was lost: the list wants to be read again. */
  readonly onChanged: () => void;
}

type Action = 'activate' | 'deactivate';

/** Activates or deactivates every chosen affiliate at once. */
export const BulkActivation = ({ chosen, leaveOut, notify, onChanged }: Props) => {
  const [busy, setBusy] = useState<Action | null>(null);
  if (chosen.size === 0) return null;
  const ids = [...chosen];

  const run = async (action: Action) => {
    const pressed = document.activeElement;
    setBusy(action);
    const answer = await authFetch('POST /api/affiliates/bulk', { body: { action, ids } });
    setBusy(null);
    onChanged();
    if (!answer.ok) {
      const code = action === 'activate' ? 'affiliate-activate-failed' : 'affiliate-deactivate-failed';
      notify({
        kind: 'error',
        text: affiliateAdminProblemText(code, errorWithStatus(answer)),
        detail: fieldMessages(answer),
      });
      return;
    }
    const result = answer.data;
    const done = `${count(result.changed.length, 'affiliate')} ${action}d`;
    const rest = result.unchanged.length + result.missing.length;
    const text = rest === 0 ? done : `${done}, ${String(rest)} left as they were`;
    const kind = result.changed.length > 0 ? 'success' : 'error';
    notify({ kind, text, shouldFocus: focusUnmoved(pressed) });
    leaveOut(ids);
  };

  return (
    <div className="selection-bar" role="group" aria-label="Chosen affiliates">
      <p>{`${count(chosen.size, 'affiliate')} chosen`}</p>
      <div className="buttons">
        {(['activate', 'deactivate'] as const).map((action) => (
          <BusyButton
            key={action}
            label={texts[action]}
            busyLabel={action === 'activate' ? texts.activating : texts.deactivating}
            busy={busy === action}
            idle={busy !== null}
            onPress={() => void run(action)}
          />
        ))}
        <button
          type="button"
          className="button button-quiet"
          onClick={() => {
            notify({ kind: 'success', text: texts.noneChosen, shouldFocus: true });
            leaveOut(ids);
          }}
        >
          {recordMessages.chooseNone}
        </button>
      </div>
    </div>
  );
};
