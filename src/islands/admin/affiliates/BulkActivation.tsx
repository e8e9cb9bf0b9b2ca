import { useState } from 'react';
import { authFetch } from '../../../client/accounts/auth-fetch.ts';
import { affiliateAdminMessages as texts, recordMessages } from '../../../shared/messages/admin.ts';
import { adminProblemText } from '../../../shared/problem-texts/admin.ts';
import { count } from '../../../shared/text.ts';
import { errorWithStatus, fieldMessages } from '../../../client/api.ts';
import type { Notice } from '../../ui/notices.tsx';
import { BusyButton } from '../../ui/buttons.tsx';
import { focusUnmoved } from '../../ui/focus.ts';

interface Props {
  readonly selected: ReadonlySet<string>;
  /** Deselects these rows. Rows that were selected during the call stay selected. */
  readonly deselect: (keys: readonly string[]) => void;
  readonly notify: (notice: Notice | null) => void;
  /** Called after a change, so that the list is loaded again. Also called after a lost answer. */
  readonly onChanged: () => void;
}

type Action = 'activate' | 'deactivate';

/** Activates or deactivates all selected affiliates. */
export function BulkActivation({ selected, deselect, notify, onChanged }: Props) {
  const [isRunning, setRunning] = useState(false);
  if (selected.size === 0) return null;
  const ids = [...selected];

  const run = async (action: Action) => {
    const pressed = document.activeElement;
    setRunning(true);
    const answer = await authFetch('POST /api/affiliates/bulk', { body: { action, ids } });
    setRunning(false);
    onChanged();
    if (!answer.ok) {
      const code = action === 'activate' ? 'affiliate-activate-failed' : 'affiliate-deactivate-failed';
      notify({
        kind: 'error',
        text: adminProblemText(code, errorWithStatus(answer)),
        detail: fieldMessages(answer),
      });
      return;
    }
    const result = answer.data;
    const changedText = `${count(result.changed.length, 'affiliate')} ${action}d`;
    const notChanged = result.unchanged.length + result.left.length + result.missing.length;
    const text = notChanged === 0 ? changedText : `${changedText}, ${String(notChanged)} not changed`;
    const kind = result.changed.length > 0 ? 'success' : 'error';
    const detail = result.left.length > 0 ? texts.leftAlone : undefined;
    notify({ kind, text, detail, shouldFocus: focusUnmoved(pressed) });
    deselect(ids);
  };

  return (
    <div className="selection-bar" role="group" aria-label="Selected affiliates">
      <p>{`${selected.size.toLocaleString('en-US')} selected`}</p>
      <div className="buttons">
        {(['activate', 'deactivate'] as const).map((action) => (
          <BusyButton
            key={action}
            label={texts[action]}
            busyLabel={action === 'activate' ? texts.activating : texts.deactivating}
            idle={isRunning}
            onPress={() => run(action)}
          />
        ))}
        <button
          type="button"
          className="button button-quiet"
          onClick={() => {
            notify({ kind: 'success', text: texts.selectionCleared, shouldFocus: true });
            deselect(ids);
          }}
        >
          {recordMessages.clearSelection}
        </button>
      </div>
    </div>
  );
}
