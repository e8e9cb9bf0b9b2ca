import { isEmail } from '../../shared/email.ts';
import { problemText } from '../../shared/problem-texts/common.ts';
import { callApi, errorMessage, refusedFields } from '../api.ts';
import { onPress, whileBusy } from './busy.ts';
import { showFieldError } from './field-error.ts';
import { part, setNotice, turnTo } from './views.ts';

/** Makes the form work that mails a link, and the button that leads back to it. */
export function setUpLinkForm(): void {
  const form = part<HTMLFormElement>('form');
  const input = part<HTMLInputElement>('email', form);
  const submit = part('send', form);
  form.addEventListener('submit', () => {
    setNotice(part('ask-notice'), 'error', '');
    showFieldError(input, emailError(input.value));
    if (input.ariaInvalid === 'true') input.focus();
    else void whileBusy(submit, () => sendLink(input));
  });
  input.addEventListener('input', () => {
    showFieldError(input, '');
  });
  onPress(part('other-address'), async () => {
    turnTo('ask');
    input.select();
  });
}

function emailError(email: string): string {
  if (email.trim() === '') return problemText('email-required');
  return isEmail(email) ? '' : problemText('email-invalid');
}

async function sendLink(input: HTMLInputElement): Promise<void> {
  const answer = await callApi('POST /api/portal/link', { body: { email: input.value.trim() } });
  if (answer.ok) {
    part('sent-to').textContent = answer.data.email;
    turnTo('sent');
    return;
  }
  const refusal = refusedFields(answer.data).find(({ field }) => field === 'email');
  if (refusal) {
    showFieldError(input, refusal.message);
    input.focus();
  } else setNotice(part('ask-notice'), 'error', errorMessage(answer));
}
