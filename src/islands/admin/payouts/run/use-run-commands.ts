import { downloadFile } from '../../../../client/accounts/files.ts';
import { callPath, errorMessage } from '../../../../client/api.ts';
import { monthName } from '../../../../shared/dates.ts';
import { payoutMessages as texts } from '../../../../shared/messages/payouts.ts';
import { count } from '../../../../shared/text.ts';
import { useAsk } from '../../../ui/ask.ts';
import { focusUnmoved } from '../../../ui/focus.ts';
import type { ScreenCallbacks } from '../../../ui/notices.tsx';
import { approveQuestion, type PayoutActions } from './use-payout-actions.ts';
import { fileRows, loadPayouts } from './load-payouts.ts';
import { approvablePayouts, MAX_PAYOUTS, type PayoutRecord, payoutSum, sumOf } from './payout-run.ts';

interface Options extends ScreenCallbacks {
  /** The month of the run. */
  readonly month: string;
  readonly actions: PayoutActions;
  /** Shows the payouts of a month with a state, or all of them. Resolves to false if the user keeps typed text instead. */
  readonly showMonth: (month: string, state?: string) => Promise<boolean>;
  /** Selects payouts and opens one of the forms for them. */
  readonly openForm: (form: 'paid' | 'to-balance', payouts: readonly PayoutRecord[]) => void;
}

export type RunCommands = ReturnType<typeof useRunCommands>;

/** The commands of a run's buttons. Each shows the payouts of the month, and opens the dialog or the form that changes them. */
export function useRunCommands({ month, actions, notify, showMonth, openForm, reload }: Options) {
  const ask = useAsk();

  /** Shows the month and loads its payouts with a state. Returns null if the user stays, or after a failure. */
  const load = async (state: Parameters<typeof loadPayouts>[1]) => {
    if (!(await showMonth(month))) return null;
    notify(null);
    const loaded = await loadPayouts(month, state);
    if (!('ok' in loaded)) return loaded;
    notify({ kind: 'error', text: errorMessage(loaded) });
    return null;
  };

  const approve = async () => {
    const proposed = await load('proposed');
    if (!proposed) return;
    const approvable = approvablePayouts(proposed).slice(0, MAX_PAYOUTS);
    if (approvable.length === 0) notify({ kind: 'error', text: texts.noneToApprove(monthName(month)) });
    else await actions.run('approve', approveQuestion(approvable), { ids: approvable.map(({ id }) => id) });
  };

  /** Exports the approved payouts to a PayPal payout file. `isAgain` includes the payouts of earlier files. */
  const exportFile = async (isAgain: boolean) => {
    const approved = await load('approved');
    if (!approved) return;
    const payouts = fileRows(approved, isAgain);
    if (payouts.length === 0) {
      notify({ kind: 'error', text: texts.noneToExport(monthName(month)) });
      return;
    }
    const exportedBefore = payouts.filter(({ exported_at }) => exported_at !== null).length;
    const question = {
      text: texts.confirmExport(payoutSum(sumOf(payouts), 'approved payout'), monthName(month)),
      detail: [texts.exportMarksNothing, exportedBefore > 0 && texts.exportedBefore(exportedBefore)]
        .filter(Boolean)
        .join(' '),
      action: texts.export,
    } as const;
    if (!(await ask(question))) return;
    const pressed = document.activeElement;
    // Counts the rows of the file, because another admin may have exported some of the payouts in the meantime.
    let savedRows: number | null = null;
    const query = { month, again: isAgain ? ('true' as const) : undefined };
    const failure = await downloadFile(callPath('POST /api/payouts/export', { query }), 'payouts.csv', {
      method: 'POST',
      whenEmpty: texts.noneToExport(monthName(month)),
      onSaved: (file) => {
        savedRows = file.trimEnd().split('\n').length;
      },
    });
    if (failure !== null) notify({ kind: 'error', text: failure });
    else if (savedRows !== null)
      notify({
        kind: 'success',
        text: texts.exported(count(savedRows, 'payout')),
        shouldFocus: focusUnmoved(pressed),
      });
    // Reloads after a failure, too, because the server may have marked payouts as exported.
    void reload();
  };

  /** Opens the form for the transactions of the exported payouts. */
  const openPaidForm = async () => {
    const approved = await load('approved');
    if (approved)
      openForm(
        'paid',
        fileRows(approved, true).filter(({ exported_at }) => exported_at !== null),
      );
  };

  const returnToBalance = async (result: 'returned' | 'blocked') => {
    const payouts = await load(result);
    if (payouts) openForm('to-balance', payouts);
  };

  return {
    approve,
    export: () => exportFile(false),
    exportAgain: () => exportFile(true),
    pay: openPaidForm,
    returnToBalance,
    showMonth: (shownMonth: string, state?: string) => {
      void showMonth(shownMonth, state);
    },
  };
}
