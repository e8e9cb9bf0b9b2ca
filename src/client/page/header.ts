import type { signOut as signOutFunction } from '../sign-out.ts';
import { runErrand } from './errand.ts';
import { scriptIn } from './islands.ts';

/** Makes the Logout button in the header work. It leads to the home page, or shows an alert next to the button. */
export function handleLogOut(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-log-out]');
  const alert = document.querySelector<HTMLElement>('[data-log-out-failed]');
  if (!button || !alert) return;
  const logOut = async () => {
    if (button.ariaBusy === 'true') return;
    button.ariaBusy = 'true';
    alert.textContent = '';
    try {
      const { signOut } = await loadSignOutScript();
      await signOut();
      location.assign('/');
    } catch (error) {
      console.warn('log out', error);
      alert.textContent = alert.dataset.logOutFailed ?? '';
      // In a small window the alert may be out of sight, because the menu scrolls.
      alert.scrollIntoView({ block: 'nearest' });
    }
    button.ariaBusy = null;
  };
  button.addEventListener('click', () => void logOut());
  // Repeats a press from before this script ran.
  const press = window.lastPress?.target;
  if (press instanceof Node && button.contains(press)) void logOut();
}

interface SignOutScript {
  readonly signOut: typeof signOutFunction;
}

async function loadSignOutScript(): Promise<SignOutScript> {
  try {
    return (await import(/* @vite-ignore */ scriptIn('sign-out'))) as SignOutScript;
  } catch {
    // A deploy removes the scripts of older pages, so the address comes from the current page.
    const page = await (await fetch(location.href)).text();
    const address = /id="sign-out"[^]*?src="([^"]+)/.exec(page)?.[1] ?? '';
    return (await import(/* @vite-ignore */ address)) as SignOutScript;
  }
}

/** Closes the phone's menu when the focus moves out of the menu, and when the visitor presses next to it. */
export function closeMenuOnOutsidePress(): void {
  const menu = document.querySelector<HTMLElement>('[popover]');
  if (!menu) return;
  const closeIfOutside = (target: EventTarget | null) => {
    if (target instanceof Element && !menu.contains(target))
      runErrand(() => {
        if (menu.matches(':popover-open')) menu.hidePopover();
      });
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
