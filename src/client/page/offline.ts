/**
 * Shows a message in the page when a plain form is posted without a connection. The browser's own error page would take away what
 * the visitor typed.
 */
export function keepFormsWhileOffline(): void {
  // On window, so that scripts that submit the form themselves run first.
  addEventListener('submit', (event) => {
    if (event.defaultPrevented || navigator.onLine || !(event.target instanceof HTMLFormElement)) return;
    event.preventDefault();
    showOffline(event.target);
  });
}

/** Submits a form whose script has failed, as plain HTML, if the site can be reached. */
export async function postPlainForm(form: HTMLFormElement, submitter: HTMLElement | undefined) {
  try {
    await fetch(location.href, { method: 'HEAD', cache: 'no-store' });
    form.requestSubmit(submitter);
  } catch {
    showOffline(form);
  }
}

/** Shows the message in `data-offline` in the form's notice. */
function showOffline(form: HTMLFormElement): void {
  const notice = form.querySelector<HTMLElement>('.notice');
  if (!notice) return;
  notice.dataset.kind = 'error';
  notice.textContent = form.dataset.offline ?? '';
}
