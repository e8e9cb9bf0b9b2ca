/** Closes the phone's menu when focus moves out of the menu, and when the visitor presses next to it. */
export function closeMenuFromOutside(): void {
  const menu = document.querySelector<HTMLElement>('[popover]');
  if (!menu) return;
  const closeIfOutside = (target: EventTarget | null) => {
    if (target instanceof Element && !menu.contains(target) && menu.matches(':popover-open'))
      menu.hidePopover();
  };
  // An open menu would cover the element with focus.
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    closeIfOutside(relatedTarget);
  });
  // iOS 17 keeps a popover open when the visitor presses next to it. Buttons with `popovertarget` need no help.
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Element && !target.closest('[popovertarget]')) closeIfOutside(target);
  });
}
