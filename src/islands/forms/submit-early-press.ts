/**
 * Submits a form whose button was pressed before the page's script was there to hold the press: the page
 * itself keeps the last one. A form that is at it already takes no notice.
 */
export const submitEarlyPress = (form: HTMLFormElement | null): void => {
  const target = window.lastPress?.target;
  const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[type=submit]') : null;
  if (form && button?.form === form) form.requestSubmit(button);
};
