/** Time in milliseconds for which the button shows that the number was copied. */
const COPIED_MS = 2_000;

/**
 * Copies the order number of the confirmation to the clipboard when the visitor presses the button. The button has the texts:
 * `data-busy` after a success, `data-failed` if the browser refuses. The live region after the button announces them.
 */
export function copyOrderNumber(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-copy-order]');
  const label = button?.firstElementChild;
  const result = button?.nextElementSibling;
  const order = document.querySelector('[data-order]');
  if (!button || !label || !(result instanceof HTMLElement) || !order) return;
  const { busy: copiedText = '', failed: failedText = '' } = button.dataset;
  const copyLabel = label.textContent;
  let timer = 0;
  const show = (state: 'copied' | 'failed') => {
    result.dataset.state = state;
    result.textContent = state === 'copied' ? copiedText : failedText;
  };
  button.addEventListener('click', () => {
    clearTimeout(timer);
    navigator.clipboard.writeText(order.textContent).then(
      () => {
        show('copied');
        label.textContent = copiedText;
        timer = window.setTimeout(() => {
          label.textContent = copyLabel;
          result.textContent = '';
        }, COPIED_MS);
      },
      () => {
        show('failed');
      },
    );
  });
}
