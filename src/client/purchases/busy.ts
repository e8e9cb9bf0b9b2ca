/**
 * Runs an action when the visitor presses a button. Until the action ends, the button is busy, shows the label in `data-swap`, and
 * ignores further presses, so that one press sends one request.
 */
export function onPress(button: HTMLElement, action: () => Promise<void>): void {
  button.addEventListener('click', () => void whileBusy(button, action));
}

/** Runs an action while a button is busy. Does nothing if the button is busy already. */
export async function whileBusy(button: HTMLElement, action: () => Promise<void>): Promise<void> {
  if (button.ariaBusy === 'true') return;
  setBusy(button, true);
  try {
    await action();
  } finally {
    setBusy(button, false);
  }
}

/** The button keeps its focus and its width: the hidden label in `data-swap` takes part in the layout (button.css). */
function setBusy(button: HTMLElement, isBusy: boolean): void {
  button.ariaBusy = String(isBusy);
  button.ariaDisabled = String(isBusy);
  const { textContent: label, dataset } = button;
  button.textContent = dataset.swap ?? label;
  dataset.swap = label;
}
