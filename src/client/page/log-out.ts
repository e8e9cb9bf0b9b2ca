import { scriptIn } from './script-in.ts';

/** Returns the script's address in the page as it is by now: a deploy removes the scripts of older pages. */
const newAddress = async (): Promise<string> => {
  const page = await (await fetch(location.href)).text();
  return /id="sign-out"[^]*?src="([^"]+)/.exec(page)?.[1] ?? '';
};

const loadScript = async (): Promise<unknown> => {
  try {
    return await import(/* @vite-ignore */ scriptIn('sign-out'));
  } catch {
    return import(/* @vite-ignore */ await newAddress());
  }
};

interface SignOutScript {
  readonly signOut: () => Promise<void>;
}

const isSignOutScript = (loaded: unknown): loaded is SignOutScript =>
  typeof loaded === 'object' &&
  loaded !== null &&
  'signOut' in loaded &&
  typeof loaded.signOut === 'function';

const signOut = async (): Promise<void> => {
  const loaded = await loadScript();
  if (!isSignOutScript(loaded)) throw new Error('The script for signing out has no signOut');
  await loaded.signOut();
};

/** Makes the bar's Logout button work: it ends on the home page, or with the alert beside it. */
export const handleLogOut = (): void => {
  const button = document.querySelector<HTMLButtonElement>('[data-log-out]');
  const alert = document.querySelector<HTMLElement>('[data-log-out-failed]');
  if (!button || !alert) return;
  const logOut = async () => {
    if (button.ariaBusy === 'true') return;
    button.ariaBusy = 'true';
    alert.textContent = '';
    try {
      await signOut();
      location.assign('/');
    } catch (error) {
      console.warn('log out', error);
      alert.textContent = alert.dataset.logOutFailed ?? '';
      // In a small window the menu scrolls.
      alert.scrollIntoView({ block: 'nearest' });
    }
    button.ariaBusy = null;
  };
  button.addEventListener('click', () => void logOut());
  // A press from before this script was there.
  const press = window.lastPress?.target;
  if (press instanceof Node && button.contains(press)) void logOut();
};
