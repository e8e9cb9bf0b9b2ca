import type { failedEvent, hydratedAttribute, hydrateEvent } from '../directives/interaction.ts';
import type { readyEvent } from '../directives/ready.ts';
import { scriptIn } from './script-in.ts';

// The page's script shares no module with the islands, or it would become two files; the types hold the words.
const hydrated: typeof hydratedAttribute = 'hydrated';
const hydrates: typeof hydrateEvent = 'island-hydrate';
const failed: typeof failedEvent = 'astro:hydration-error';
const ready: typeof readyEvent = 'island-ready';

/** Longest wait for a script before a submission goes out as plain HTML, in ms. */
const timeoutMs = 30_000;

const triggers = ['pointerdown', 'pointerover', 'focusin', 'keydown', 'touchstart', 'click'] as const;

const buttonOf = ({ target }: Event): HTMLButtonElement | null =>
  target instanceof Element ? target.closest('button') : null;

/** The forms and their controls in document order. A file that was chosen cannot be moved to another field. */
const controlsOf = (island: HTMLElement): HTMLElement[] => [
  ...island.querySelectorAll<HTMLElement>('form, button, input:not([type=file]), select, textarea'),
];

/** Copies the value of a replaced field to its replacement. */
const carryOver = (old: HTMLElement, fresh: HTMLElement): void => {
  const [from, to] = [old, fresh] as unknown as [HTMLInputElement, HTMLInputElement];
  if (from.checked !== to.checked) to.click();
  else if (from.value !== to.value) {
    // By the setter of the class: React's own setter would hide the change from React.
    Reflect.set(Object.getPrototypeOf(to) as object, 'value', from.value, to);
    for (const type of ['input', 'change']) to.dispatchEvent(new Event(type, { bubbles: true }));
  }
};

/** Moves the focus to the replacement of the element that had it, and the caret to where it was. */
const restoreFocus = (old: Element | null, fresh: Element | undefined): void => {
  if (fresh instanceof HTMLElement) fresh.focus();
  // Fields such as those for email addresses have no selection.
  if (old instanceof HTMLInputElement && fresh instanceof HTMLInputElement && old.selectionStart !== null)
    fresh.setSelectionRange(old.selectionStart, old.selectionEnd);
};

/**
 * Buffers what somebody does in an island until its script runs: the press of a button, or a submission, whose validation
 * is left to the script. Returns a function that ends the buffering. With the script it repeats the last press or
 * submission; without it the form is submitted as plain HTML.
 *
 * A mounted island replaces the form, and so does React when a translation or an extension has changed the island's HTML. The
 * typed text, the focus and the submission then move to React's new form. If there is no new form, because React failed, the
 * old one is appended.
 */
const bufferInput = (island: HTMLElement, trigger: Event | undefined, signal: AbortSignal) => {
  const before = controlsOf(island);
  const forms = before.filter((control) => control instanceof HTMLFormElement);
  let pressed = trigger?.type === 'click' ? buttonOf(trigger) : null;
  let focused = document.activeElement;
  let submitted: SubmitEvent | undefined;
  const listening = { capture: true, signal };
  island.addEventListener('click', (event) => (pressed = buttonOf(event)), listening);
  island.addEventListener('focusin', ({ target }) => (focused = target as Element), listening);
  for (const form of forms) {
    form.noValidate = true;
    const keep = (event: SubmitEvent) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      submitted = event;
      setTimeout(() => signal.aborted || island.dispatchEvent(new Event(failed)), timeoutMs);
    };
    form.addEventListener('submit', keep, listening);
  }
  return (succeeded: boolean) => {
    const after = controlsOf(island);
    const current = <Control extends EventTarget>(
      control: Control | null | undefined,
    ): Control | undefined => {
      if (!(control instanceof HTMLElement) || control.isConnected) return control ?? undefined;
      const fresh = after[before.indexOf(control)];
      return fresh?.localName === control.localName ? (fresh as unknown as Control) : undefined;
    };
    for (const control of before) {
      const fresh = current(control);
      if (fresh && fresh !== control) carryOver(control, fresh);
    }
    for (const form of forms) {
      const fresh = current(form);
      if (!fresh) island.append(form);
      (fresh ?? form).noValidate = succeeded && fresh !== undefined;
    }
    if (document.activeElement === document.body) restoreFocus(focused, current(focused));
    (current(submitted?.target) as HTMLFormElement | undefined)?.requestSubmit(current(submitted?.submitter));
    if (!succeeded || submitted || !pressed) return;
    const button = current(pressed);
    if (button?.type === 'button') button.click();
    // useForm repeats a press from before this script itself, unless React replaced the button.
    else if (button !== pressed) button?.form?.requestSubmit(button);
  };
};

/** Failed loads of mount scripts. A new query string retries: some browsers cache a failed import for the page's life. */
let failedLoads = 0;

/** Replaces the island's HTML by its React component; the template that `data-mount` names has the script. */
const mount = async (island: HTMLElement): Promise<void> => {
  const address = scriptIn(island.dataset.mount ?? '');
  try {
    const script = (await import(
      /* @vite-ignore */ failedLoads === 0 ? address : `${address}?again=${String(failedLoads)}`
    )) as { readonly mount: (element: HTMLElement) => void };
    script.mount(island);
  } catch (error) {
    console.warn('island', error);
    failedLoads += 1;
    island.dispatchEvent(new Event(failed));
  }
};

const hydrate = (island: HTMLElement, trigger?: Event): void => {
  const attempt = new AbortController();
  const { signal } = attempt;
  const release = bufferInput(island, trigger, signal);
  const end = (succeeded: boolean) => {
    attempt.abort();
    release(succeeded);
    island.toggleAttribute(hydrated, succeeded);
  };
  island.addEventListener(ready, end.bind(null, true), { signal });
  island.addEventListener(failed, end.bind(null, false), { signal });
  island.setAttribute(hydrated, '');
  if (island.dataset.mount === undefined) island.dispatchEvent(new Event(hydrates));
  else void mount(island);
};

/**
 * True if an island hydrates without a trigger: because its screen is useless without it, by the address, or because the
 * browser restored a choice in it or the focus is in it.
 */
const isWanted = (island: HTMLElement): boolean => {
  const query = island.closest<HTMLElement>('[data-hydrate-query]')?.dataset.hydrateQuery;
  return Boolean(
    island.closest('[data-hydrate=eager]') ||
    (query && new URLSearchParams(location.search).has(query)) ||
    island.querySelector(':checked, :focus'),
  );
};

declare global {
  interface Window {
    /** The last press on the page so far; the page itself keeps it, from before this script was there. */
    lastPress?: Event;
  }
}

/** Hydrates each island on the first interaction with it. */
export const hydrateIslands = (): void => {
  const waiting = `:is(astro-island, [data-mount]):not([${hydrated}])`;
  for (const trigger of triggers)
    document.addEventListener(
      trigger,
      (event) => {
        const island = event.target instanceof Element && event.target.closest<HTMLElement>(waiting);
        if (island) hydrate(island, event);
      },
      { passive: true, capture: true },
    );
  const hydrateWanted = () => {
    const press = window.lastPress;
    for (const island of document.querySelectorAll<HTMLElement>(waiting))
      if (press?.target instanceof Node && island.contains(press.target)) hydrate(island, press);
      else if (isWanted(island)) hydrate(island);
  };
  hydrateWanted();
  addEventListener('pageshow', ({ persisted }) => {
    // The press on a page from the back/forward cache has had its effect.
    if (persisted) delete window.lastPress;
    hydrateWanted();
  });
};
