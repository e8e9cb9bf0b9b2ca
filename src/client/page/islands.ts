import { postPlainForm } from './offline.ts';
import type { invitationParameter } from '../../shared/invitations.ts';
import type { failedEvent, hydratedAttribute, hydrateEvent, readyEvent } from '../interaction.ts';

// The page's script shares no module with the islands (see page.ts). The types keep these names equal.
const hydratedName: typeof hydratedAttribute = 'hydrated';
const hydrateEventName: typeof hydrateEvent = 'island-hydrate';
const failedEventName: typeof failedEvent = 'astro:hydration-error';
const invitationName: typeof invitationParameter = 'invitation';
const readyEventName: typeof readyEvent = 'island-ready';

const triggers = ['pointerdown', 'pointerover', 'focusin', 'keydown', 'touchstart', 'click'] as const;

declare global {
  interface Window {
    /** The last press on the page. The script in the head records it, before this script runs. */
    lastPress?: Event;
  }
}

/** Hydrates each island on the first interaction with it. */
export function hydrateIslands(): void {
  const unhydratedIsland = `:is(astro-island, [data-mount]):not([${hydratedName}])`;
  for (const trigger of triggers)
    document.addEventListener(
      trigger,
      (event) => {
        const island = event.target instanceof Element && event.target.closest<HTMLElement>(unhydratedIsland);
        if (island) hydrate(island, event);
      },
      { passive: true, capture: true },
    );
  const hydrateEagerly = () => {
    const press = window.lastPress;
    for (const island of document.querySelectorAll<HTMLElement>(unhydratedIsland))
      if (press?.target instanceof Node && island.contains(press.target)) hydrate(island, press);
      else if (isEager(island)) hydrate(island);
  };
  hydrateEagerly();
  // A screen reader and the keys scroll without a pointer. Only the first scroll counts, so that a lost script is not asked for again and again.
  addEventListener('scroll', hydrateWindow, { passive: true, once: true });
  addEventListener('pageshow', ({ persisted }) => {
    // A page from the back/forward cache has already handled its last press.
    if (persisted) delete window.lastPress;
    hydrateEagerly();
  });
}

/** Makes the drawn window usable. It is in the first section of its page. */
function hydrateWindow(): void {
  const opening = document.querySelector<HTMLElement>(`[data-mount=window-script]:not([${hydratedName}])`);
  if (opening) hydrate(opening);
}

/**
 * True if an island hydrates without an interaction: because its screen is useless without the script, because of the page's
 * query or invitation, or because the browser restored a choice or the focus in the island.
 */
function isEager(island: HTMLElement): boolean {
  const query = island.closest<HTMLElement>('[data-hydrate-query]')?.dataset.hydrateQuery;
  return Boolean(
    island.closest('[data-hydrate=eager]') ||
    (query && (new URLSearchParams(location.search).has(query) || hasInvitation())) ||
    island.querySelector(':checked, :focus'),
  );
}

/** True if the page's link has an invitation, or had one before a reload: see use-invitation.ts. */
function hasInvitation(): boolean {
  const state = history.state as Readonly<Record<string, unknown>> | null;
  return location.hash.startsWith(`#${invitationName}=`) || state?.[invitationName] !== undefined;
}

function hydrate(island: HTMLElement, trigger?: Event): void {
  const attempt = new AbortController();
  const { signal } = attempt;
  const replay = bufferInput(island, trigger, signal);
  const finish = (succeeded: boolean) => {
    attempt.abort();
    replay(succeeded);
    island.toggleAttribute(hydratedName, succeeded);
  };
  island.addEventListener(readyEventName, finish.bind(null, true), { signal });
  island.addEventListener(failedEventName, finish.bind(null, false), { signal });
  island.setAttribute(hydratedName, '');
  const start = () => {
    if (island.dataset.mount === undefined) island.dispatchEvent(new Event(hydrateEventName));
    else void mountIsland(island, signal);
  };
  if (trigger) void waitForRelease(island).then(start);
  else start();
}

/**
 * Resolves when the last press is painted and no control of the island is pressed. Otherwise React would block a slow phone before
 * the press shows.
 */
async function waitForRelease(island: HTMLElement): Promise<void> {
  do
    await new Promise((resolve) => {
      requestAnimationFrame(() => setTimeout(resolve));
    });
  while (island.querySelector(':active'));
}

/** Number of failed loads of mount scripts. A retry needs a new query string, because some browsers cache a failed import. */
let failedLoads = 0;

/**
 * Replaces the island's HTML by its React component. `data-mount` names the template with the script. Waits for the release of a
 * pressed button: a button that is replaced while it is pressed gets no click. Does nothing after the attempt was aborted.
 */
async function mountIsland(island: HTMLElement, signal: AbortSignal): Promise<void> {
  const address = scriptIn(island.dataset.mount ?? '');
  try {
    const script = (await import(
      /* @vite-ignore */ failedLoads === 0 ? address : `${address}?again=${String(failedLoads)}`
    )) as { readonly mount: (element: HTMLElement) => void | Promise<void> };
    await waitForRelease(island);
    if (!signal.aborted) await script.mount(island);
  } catch (error) {
    console.warn('island', error);
    failedLoads += 1;
    island.dispatchEvent(new Event(failedEventName));
  }
}

/**
 * Returns the address of the script in a <template>, where the browser does not run it. The page imports the script when
 * it is needed; an import() by name would add the bundler's loader to every page.
 */
export function scriptIn(templateId: string): string {
  const template = document.querySelector<HTMLTemplateElement>(`template#${templateId}`);
  return template?.content.querySelector('script')?.src ?? '';
}

/** Timeout of a buffered submission in milliseconds. Then the form is submitted as plain HTML. */
const timeoutMs = 30_000;

/**
 * Buffers the input of an island until its script runs: a pressed button, or a submission. Returns a function that ends the
 * buffering. With the script it repeats the last press or submission. Without the script it submits the form as plain HTML.
 *
 * A mounted island replaces the form. React also replaces it when a translation or an extension has changed the island's HTML. The
 * typed text, the focus and the submission then move to the new form, in the same task.
 */
function bufferInput(island: HTMLElement, trigger: Event | undefined, signal: AbortSignal) {
  const oldControls = controlsIn(island);
  const forms = [...oldControls.values()].filter((control) => control instanceof HTMLFormElement);
  let pressedButton = trigger?.type === 'click' ? buttonAt(trigger) : null;
  let lastFocused = document.activeElement;
  let submission: SubmitEvent | undefined;
  const listenerOptions = { capture: true, signal };
  island.addEventListener('click', (event) => (pressedButton = buttonAt(event)), listenerOptions);
  island.addEventListener('focusin', ({ target }) => (lastFocused = target as Element), listenerOptions);
  for (const form of forms) {
    // The script validates the input, not the browser.
    form.noValidate = true;
    const buffer = (event: SubmitEvent) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      submission = event;
      setTimeout(() => signal.aborted || island.dispatchEvent(new Event(failedEventName)), timeoutMs);
    };
    form.addEventListener('submit', buffer, listenerOptions);
  }
  return (succeeded: boolean) => {
    const newControls = controlsIn(island);
    /** Returns a control that is still in the page, or its replacement. */
    const findCurrent = <Control extends EventTarget>(
      control: Control | null | undefined,
    ): Control | undefined => {
      if (!(control instanceof HTMLElement) || control.isConnected) return control ?? undefined;
      const [key = ''] = [...oldControls].find(([, old]) => old === control) ?? [];
      return newControls.get(key) as Control | undefined;
    };
    for (const control of oldControls.values()) {
      const replacement = findCurrent(control);
      if (replacement && replacement !== control) copyValue(control, replacement);
    }
    for (const form of forms) {
      const replacement = findCurrent(form);
      // React failed, and there is no new form.
      if (!replacement) island.append(form);
      (replacement ?? form).noValidate = succeeded && replacement !== undefined;
    }
    if (document.activeElement === document.body) restoreFocus(lastFocused, findCurrent(lastFocused));
    const form = findCurrent(submission?.target) as HTMLFormElement | undefined;
    const submitter = findCurrent(submission?.submitter);
    if (succeeded) form?.requestSubmit(submitter);
    else if (form) void postPlainForm(form, submitter);
    if (!succeeded || submission || !pressedButton) return;
    const button = findCurrent(pressedButton);
    if (button?.type === 'button') button.click();
    // useForm repeats a press on a submit button from before this script ran, unless React replaced the button.
    else if (button !== pressedButton) button?.form?.requestSubmit(button);
  };
}

function buttonAt({ target }: Event): HTMLButtonElement | null {
  return target instanceof Element ? target.closest('button') : null;
}

/**
 * Returns the forms and their controls by a key. A control and its replacement have the same key: element, name or class, and the
 * order among equal ones. The order among all controls is no key, because password managers add some of their own. File fields are
 * left out: a script cannot set their value.
 */
function controlsIn(island: HTMLElement): Map<string, HTMLElement> {
  const controls = new Map<string, HTMLElement>();
  for (const control of island.querySelectorAll<HTMLElement>(
    'form, button, input:not([type=file]), select, textarea',
  )) {
    let key = `${control.localName} ${control.getAttribute('name') ?? control.className}`;
    while (controls.has(key)) key += '+';
    controls.set(key, control);
  }
  return controls;
}

/** Copies the value of a replaced field to its replacement. */
function copyValue(old: HTMLElement, replacement: HTMLElement): void {
  const [from, to] = [old, replacement] as unknown as [HTMLInputElement, HTMLInputElement];
  if (from.checked !== to.checked) to.click();
  else if (from.value !== to.value) {
    // Uses the setter of the class, because React's own setter would hide the change from React.
    Reflect.set(Object.getPrototypeOf(to) as object, 'value', from.value, to);
    for (const type of ['input', 'change']) to.dispatchEvent(new Event(type, { bubbles: true }));
  }
}

/** Moves the focus and the caret to the replacement of the element that had the focus. */
function restoreFocus(old: Element | null, replacement: Element | undefined): void {
  if (replacement instanceof HTMLElement) replacement.focus();
  // Some fields, such as email fields, have no selection.
  if (
    old instanceof HTMLInputElement &&
    replacement instanceof HTMLInputElement &&
    old.selectionStart !== null
  )
    replacement.setSelectionRange(old.selectionStart, old.selectionEnd);
}
