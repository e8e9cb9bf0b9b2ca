import { sessionKey } from '../session.ts';

function show(): void {
  const { dataset } = document.documentElement;
  let session: string | null = null;
  try {
    session = localStorage.getItem(sessionKey);
  } catch {
    // Without storage nobody is signed in.
  }
  if (session === 'in' || session === 'admin') dataset.session = session;
  else delete dataset.session;
}

/**
 * Shows the stored session state as <html data-session>, before the first paint. Repeats it when another tab signs in or
 * out, and when the visitor comes back to the page.
 */
export function showSession(): void {
  show();
  addEventListener('storage', show);
  addEventListener('pageshow', show);
}
