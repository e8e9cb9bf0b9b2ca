import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { NewsletterForm } from './NewsletterForm.tsx';

/**
 * Replaces the plain form in `element` by the React form. Does not use Astro's runtime, which would not fit into the home page's
 * first round trip. Runs the effects at once, so that no input is lost between the two forms.
 */
export function mount(element: HTMLElement): void {
  const root = createRoot(element);
  flushSync(() => {
    root.render(<NewsletterForm />);
  });
}
