/**
 * Shows a message in the page when a plain form is posted without a connection. The browser's own error page would take away
 * the typed text.
 */
export function keepFormsWhileOffline(): void {
  // On window, so that scripts that submit the form themselves run first.
  addEventListener('submit', (event) => {
    const { target, submitter } = event;
    if (event.defaultPrevented || !(target instanceof HTMLFormElement) || target === reachedForm) return;
    // The form of a dialog sends nothing.
    if (target.method === 'dialog') return;
    // Some browsers have no `onLine`. It may also be wrong, so the site is asked before the form is kept.
    if ((navigator as { onLine?: boolean }).onLine !== false) return;
    event.preventDefault();
    void postPlainForm(target, submitter ?? undefined);
  });
}

/** The form that is submitted because the site has just answered. */
let reachedForm: HTMLFormElement | null = null;

/** Submits a form whose script has failed, as plain HTML, if the site can be reached. */
export async function postPlainForm(form: HTMLFormElement, submitter: HTMLElement | undefined) {
  try {
    await fetch(location.href, { method: 'HEAD', cache: 'no-store' });
    reachedForm = form;
    form.requestSubmit(submitter);
  } catch {
    showOffline(form);
  } finally {
    reachedForm = null;
  }
}

/** Shows the text of the form's `data-offline` in its notice. */
function showOffline(form: HTMLFormElement): void {
  const notice = form.querySelector<HTMLElement>('.notice');
  if (!notice) return;
  notice.dataset.kind = 'error';
  notice.textContent = form.dataset.offline ?? '';
}
