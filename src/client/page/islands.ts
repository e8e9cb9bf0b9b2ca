import type { awakeAttribute, failedEvent, wakeEvent } from '../directives/interaction.ts';
import type { readyEvent } from '../directives/ready.ts';

// The page's script shares no module with the islands, or it would become two files; the types hold the words.
const awake: typeof awakeAttribute = 'awake';
const wakes: typeof wakeEvent = 'island-wake';
const failed: typeof failedEvent = 'astro:hydration-error';
const ready: typeof readyEvent = 'island-ready';

/** Longest wait for a script before a submission goes out as plain HTML, in ms. */
const patience = 30_000;

const signs = ['pointerdown', 'pointerover', 'focusin', 'keydown', 'touchstart', 'click'] as const;

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

/**
 * Buffers what somebody does in an island until its script runs: the press of a button, or a submission, whose validation
 * is left to the script. Returns a function that ends the buffering. With the script it repeats the last press or
 * submission; without it the form is submitted as plain HTML.
 *
 * When a translation or an extension has changed the island's HTML, React replaces all of it. The typed text, the focus and
 * the submission then move to React's new form. If there is no new form, because React failed, the old one is appended.
 */
const bufferInput = (island: HTMLElement, sign: Event | undefined, signal: AbortSignal) => {
  const before = controlsOf(island);
  const forms = before.filter((control) => control instanceof HTMLFormElement);
  let pressed = sign?.type === 'click' ? buttonOf(sign) : null;
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
      setTimeout(() => signal.aborted || island.dispatchEvent(new Event(failed)), patience);
    };
    form.addEventListener('submit', keep, listening);
  }
  return (hydrated: boolean) => {
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
      (fresh ?? form).noValidate = hydrated && fresh !== undefined;
    }
    if (document.activeElement === document.body) (current(focused) as HTMLElement | undefined)?.focus();
    (current(submitted?.target) as HTMLFormElement | undefined)?.requestSubmit(current(submitted?.submitter));
    if (!hydrated || submitted || !pressed) return;
    const button = current(pressed);
    if (button?.type === 'button') button.click();
    // useForm repeats a press from before this script itself, unless React replaced the button.
    else if (button !== pressed) button?.form?.requestSubmit(button);
  };
};

/** Failed loads of Astro's script. A new query string retries: some browsers cache a failed import for the page's life. */
let failedLoads = 0;

const wake = (island: HTMLElement, runtime: string, sign?: Event): void => {
  const attempt = new AbortController();
  const { signal } = attempt;
  const release = bufferInput(island, sign, signal);
  const end = (hydrated: boolean) => {
    attempt.abort();
    release(hydrated);
    island.toggleAttribute(awake, hydrated);
  };
  island.addEventListener(ready, end.bind(null, true), { signal });
  island.addEventListener(failed, end.bind(null, false), { signal });
  island.setAttribute(awake, '');
  if (customElements.get(island.localName)) island.dispatchEvent(new Event(wakes));
  else
    import(/* @vite-ignore */ failedLoads === 0 ? runtime : `${runtime}?again=${String(failedLoads)}`).catch(
      () => {
        failedLoads += 1;
        island.dispatchEvent(new Event(failed));
      },
    );
};

/**
 * True if an island hydrates without a sign: by its options, by the address, or because the browser restored a choice in
 * it or the focus is in it.
 */
const isWanted = (island: HTMLElement): boolean => {
  const options = island.getAttribute('opts') ?? '';
  const query = /"query":"(\w+)"/.exec(options)?.[1];
  return Boolean(
    options.includes('"unasked":true') ||
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

/** Wakes the islands that somebody turns to; `runtime` is the address of Astro's own script for them. */
export const wakeIslands = (runtime: string): void => {
  const asleep = `astro-island:not([${awake}])`;
  for (const sign of signs)
    document.addEventListener(
      sign,
      (event) => {
        const island = event.target instanceof Element && event.target.closest<HTMLElement>(asleep);
        if (island) wake(island, runtime, event);
      },
      { passive: true, capture: true },
    );
  const wakeWanted = () => {
    const press = window.lastPress;
    for (const island of document.querySelectorAll<HTMLElement>(asleep))
      if (press?.target instanceof Node && island.contains(press.target)) wake(island, runtime, press);
      else if (isWanted(island)) wake(island, runtime);
  };
  wakeWanted();
  addEventListener('pageshow', ({ persisted }) => {
    // The press on a page from the back/forward cache has had its effect.
    if (persisted) delete window.lastPress;
    wakeWanted();
  });
};
