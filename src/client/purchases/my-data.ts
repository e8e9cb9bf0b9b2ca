import { ownPurchaseMessages as texts } from '../../shared/messages/purchases.ts';
import { fileName, saveBlob } from '../save-file.ts';
import { onPress, whileBusy } from './busy.ts';
import { callAsBuyer } from './buyer-call.ts';
import { confirm } from './confirm.ts';
import { forgetNote } from './session-note.ts';
import { part, setNotice, turnTo } from './views.ts';

/** Makes the buttons work that export and erase the buyer's data. */
export function setUpMyData(): void {
  const eraseButton = part('erase');
  onPress(part('export'), exportData);
  eraseButton.addEventListener('click', () => void askAndErase(eraseButton));
}

/** Saves everything that is stored about the session's address as a JSON file. */
async function exportData(): Promise<void> {
  showProblem('');
  const answer = await callAsBuyer(showProblem, 'GET /api/portal/data');
  if (!answer) return;
  const file = fileName(answer.headers) ?? 'my-data.json';
  const json = `${JSON.stringify(answer.data, null, 2)}\n`;
  saveBlob(new Blob([json], { type: 'application/json' }), file);
  setNotice(part('data-notice'), 'success', texts.exported(file));
}

async function askAndErase(button: HTMLElement): Promise<void> {
  if (button.ariaBusy === 'true') return;
  if (!(await confirm(part<HTMLDialogElement>('erase-dialog')))) return;
  await whileBusy(button, async () => {
    showProblem('');
    if (!(await callAsBuyer(showProblem, 'POST /api/portal/erase'))) return;
    forgetNote();
    turnTo('erased');
  });
}

function showProblem(text: string): void {
  setNotice(part('data-notice'), 'error', text);
}
