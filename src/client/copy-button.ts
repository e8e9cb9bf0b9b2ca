import { copyText } from './copy-text.ts';

/** Time in milliseconds for which the button shows that the text was copied. */
const COPIED_MS = 2_000;

/**
 * Makes a button copy the text of an element. The button's `data-swap` is its label after a success, and `data-failed` the text
 * if the browser refuses. The live region after the button announces both.
 */
export function setUpCopyButton(button: HTMLElement, source: HTMLElement): void {
  const label = button.firstElementChild;
  const result = button.nextElementSibling;
  if (!label || !(result instanceof HTMLElement))
    throw new Error('The copy button has no label or no result.');
  const { swap: copied = '', failed = '' } = button.dataset;
  const copyLabel = label.textContent;
  let timer = 0;
  button.addEventListener('click', () => {
    clearTimeout(timer);
    void copyText(source.textContent).then((isCopied) => {
      result.dataset.state = isCopied ? 'copied' : 'failed';
      result.textContent = isCopied ? copied : failed;
      if (!isCopied) return;
      label.textContent = copied;
      timer = window.setTimeout(() => {
        label.textContent = copyLabel;
        result.textContent = '';
      }, COPIED_MS);
    });
  });
}
