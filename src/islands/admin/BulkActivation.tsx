import { useState } from 'react';
import * as z from 'zod/mini';
import { callAsViewer } from '../../client/accounts/call-as-viewer.ts';
import { messages } from '../../shared/messages.ts';
import { problemText } from '../../shared/problems.ts';
import type { Said } from './ScreenNotice.tsx';
import { affiliatesPath } from './affiliate-record.ts';
import { saidByServer } from './said-by-server.ts';

interface Props {
  readonly chosen: ReadonlySet<string>;
  readonly onChosen: (keys: ReadonlySet<string>) => void;
  readonly say: (said: Said | null) => void;
  readonly onChanged: () => void;
}

const shape = z.object({
  changed: z.array(z.string()),
  unchanged: z.array(z.string()),
  missing: z.array(z.string()),
});

const count = (number: number, one: string): string => `${String(number)} ${number === 1 ? one : `${one}s`}`;

/** Activates or deactivates every chosen affiliate at once. */
export const BulkActivation = ({ chosen, onChosen, say, onChanged }: Props) => {
  const [busy, setBusy] = useState(false);
  const { admin } = messages;
  if (chosen.size === 0) return null;

  const run = async (action: 'activate' | 'deactivate') => {
    if (busy) return;
    setBusy(true);
    say(null);
    const answer = await callAsViewer('POST', `${affiliatesPath}/bulk`, {
      body: { action, ids: [...chosen] },
    });
    const result = shape.safeParse(answer.data).data;
    setBusy(false);
    if (!answer.ok || !result) {
      const code = action === 'activate' ? 'affiliate-activate-failed' : 'affiliate-deactivate-failed';
      say({ kind: 'error', text: problemText(code, saidByServer(answer)) });
      return;
    }
    const done = `${count(result.changed.length, 'affiliate')} ${action}d`;
    const rest = result.unchanged.length + result.missing.length;
    say({ kind: 'success', text: rest === 0 ? done : `${done}, ${String(rest)} left as they were` });
    onChosen(new Set());
    onChanged();
  };

  return (
    <div className="chosen" role="group" aria-label="Chosen affiliates">
      <p>{count(chosen.size, 'affiliate')} chosen</p>
      <div className="buttons">
        {(['activate', 'deactivate'] as const).map((action) => (
          <button
            key={action}
            type="button"
            className="button"
            aria-busy={busy}
            onClick={() => void run(action)}
          >
            {admin[action]}
          </button>
        ))}
        <button
          type="button"
          className="button button-quiet"
          onClick={() => {
            onChosen(new Set());
          }}
        >
          Choose none
        </button>
      </div>
    </div>
  );
};
