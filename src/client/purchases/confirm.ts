/** Asks a question in a dialog. Resolves to true if the visitor presses the button with the value `yes`. */
export function confirm(dialog: HTMLDialogElement): Promise<boolean> {
  dialog.returnValue = '';
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener(
      'close',
      () => {
        resolve(dialog.returnValue === 'yes');
      },
      { once: true },
    );
  });
}

/** Ignores the second click of a double click: in the dialog that the first click opened, or below the dialog that it closed. */
export function ignoreSecondClicks(): void {
  addEventListener(
    'click',
    (event) => {
      const isInPage =
        event.target instanceof Element && event.target.closest('[data-view], dialog') !== null;
      if (event.detail < 2 || !isInPage) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
}
