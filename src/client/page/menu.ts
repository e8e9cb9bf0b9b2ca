/** Closes the phone's menu when the focus leaves it: it would cover what is focused next. */
export const closeMenuBehindFocus = (): void => {
  const menu = document.querySelector<HTMLElement>('[popover]');
  menu?.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !menu.contains(relatedTarget) && menu.matches(':popover-open'))
      menu.hidePopover();
  });
};
