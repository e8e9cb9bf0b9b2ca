import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { NewsletterForm } from './NewsletterForm.tsx';

/**
 * Replaces the plain form in `element` by the React form. The home page needs nothing of Astro's runtime for it, which
 * would not fit into the first round trip. The effects run at once, so that no key is pressed between the two forms.
 */
export function mount(element: HTMLElement): void {
  const root = createRoot(element);
  flushSync(() => {
    root.render(<NewsletterForm />);
  });
}
