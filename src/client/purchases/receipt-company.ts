import { formatLongDate } from '../../shared/dates.ts';
import { ownPurchaseMessages as texts } from '../../shared/messages/purchases.ts';
import { callApi, errorMessage, problemCode, refusedFields } from '../api.ts';
import { whileBusy } from './busy.ts';
import { type FormField, showFieldError } from './field-error.ts';
import { newestVersion, type OwnPayment, type OwnPurchase } from './purchase-texts.ts';
import { part, setNotice } from './views.ts';

const names = ['company', 'address', 'vat_number'] as const;

/** The unsaved texts of the fields, by the id of the payment. */
const drafts = new Map<string, readonly string[]>();

/** Opens the form with the company on a receipt. `onSaved` gets the changed purchase. */
export function editCompany(payment: OwnPayment, onSaved: (purchase: OwnPurchase) => void): void {
  const dialog = part<HTMLDialogElement>('company-dialog');
  const form = part<HTMLFormElement>('company-form', dialog);
  const fields = names.map((name) => part<FormField>(name, form));
  const saved = newestVersion(payment);
  const typed = drafts.get(payment.id) ?? names.map((name) => saved?.[name] ?? '');
  part('company-day', dialog).textContent = formatLongDate(payment.paid_at);
  setNotice(part('company-notice', form), 'error', '');
  fields.forEach((field, index) => {
    field.value = typed[index] ?? '';
    showFieldError(field, '');
    field.oninput = () => {
      showFieldError(field, '');
    };
  });
  form.onsubmit = (event) => {
    event.preventDefault();
    void whileBusy(part('save-company', form), async () => {
      const purchase = await saveCompany(payment.id, fields);
      if (!purchase) return;
      dialog.onclose = null;
      drafts.delete(payment.id);
      dialog.close();
      onSaved(purchase);
    });
  };
  part('close-company', form).onclick = () => {
    dialog.close();
  };
  dialog.onclose = () => {
    drafts.set(
      payment.id,
      fields.map(({ value }) => value),
    );
  };
  dialog.showModal();
}

/** Saves the company. Returns null after a failure: the form shows the error and keeps its text. */
async function saveCompany(id: string, fields: readonly FormField[]): Promise<OwnPurchase | null> {
  const [company, address, vat_number] = fields.map(({ value }) => value);
  const notice = part('company-notice');
  setNotice(notice, 'error', '');
  const answer = await callApi('POST /api/portal/receipts/:id/versions', {
    params: { id },
    body: { company, address, vat_number },
  });
  if (answer.ok) return answer.data;
  const refused = refusedFields(answer.data);
  for (const field of fields)
    showFieldError(field, refused.find((refusal) => refusal.field === field.name)?.message ?? '');
  const first = fields.find(({ ariaInvalid }) => ariaInvalid === 'true');
  if (first) first.focus();
  else {
    const isOver = problemCode(answer.data) === 'portal-session-required';
    setNotice(notice, 'error', isOver ? texts.companyKept : errorMessage(answer));
  }
  return null;
}
