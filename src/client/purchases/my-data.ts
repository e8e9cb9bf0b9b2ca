import { ownPurchaseMessages as texts } from '../../shared/messages/purchases.ts';
import { errorMessage } from '../api.ts';
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
  const notice = part('data-notice');
  setNotice(notice, 'error', '');
  const answer = await callAsBuyer('GET /api/portal/data');
  if (!answer) return;
  if (!answer.ok) {
    setNotice(notice, 'error', errorMessage(answer));
    return;
  }
  const file = fileName(answer.headers) ?? 'my-data.json';
  const json = `${JSON.stringify(answer.data, null, 2)}\n`;
  saveBlob(new Blob([json], { type: 'application/json' }), file);
  setNotice(notice, 'success', texts.exported(file));
}

async function askAndErase(button: HTMLElement): Promise<void> {
  if (button.ariaBusy === 'true') return;
  if (!(await confirm(part<HTMLDialogElement>('erase-dialog')))) return;
  await whileBusy(button, async () => {
    setNotice(part('data-notice'), 'error', '');
    const answer = await callAsBuyer('POST /api/portal/erase');
    if (!answer) return;
    if (!answer.ok) {
      setNotice(part('data-notice'), 'error', errorMessage(answer));
      return;
    }
    forgetNote();
    turnTo('erased');
  });
}
