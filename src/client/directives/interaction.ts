import type { ClientDirective } from 'astro';
import { readyEvent } from './ready.ts';

const signs = ['pointerdown', 'pointerover', 'focusin', 'keydown', 'touchstart'] as const;

export interface InteractionOptions {
  /** A query parameter that counts as an interaction: with it the island hydrates at once. */
  readonly query: string;
}

const asksAtOnce = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'query' in value &&
  new URLSearchParams(location.search).has(String(value.query));

/** Keeps a click on a button outside of forms until the island's script is there; `release` repeats it. */
const holdClick = (element: HTMLElement) => {
  const holding = new AbortController();
  let held: HTMLButtonElement | null = null;
  element.addEventListener(
    'click',
    ({ target }) => {
      held = target instanceof Element ? target.closest<HTMLButtonElement>('button[type=button]') : null;
    },
    { capture: true, signal: holding.signal },
  );
  return () => {
    holding.abort();
    held?.click();
  };
};

/**
 * Keeps the forms of an island still until its script is there: they leave checking to the script, and a
 * submission is held. `release` sends what was held, to the script or, without one, to the server.
 */
const holdForms = (element: HTMLElement) => {
  const forms = [...element.querySelectorAll('form')];
  const holding = new AbortController();
  let held: { form: HTMLFormElement; submitter: HTMLElement | null } | null = null;
  for (const form of forms) {
    form.noValidate = true;
    form.addEventListener(
      'submit',
      (event) => {
        event.preventDefault();
        event.stopImmediatePropagation();
        held = { form, submitter: event.submitter };
      },
      { capture: true, signal: holding.signal },
    );
  }
  return (hydrated: boolean) => {
    holding.abort();
    for (const form of forms) form.noValidate = hydrated;
    held?.form.requestSubmit(held.submitter);
  };
};

/**
 * `client:interaction`: hydrates an island when somebody first points at it, touches it or moves the
 * focus into it. Until then the island is plain HTML and none of its script is fetched. An island with a
 * form or a button says `announceReady` once its handlers are there.
 */
const interaction: ClientDirective = (load, { value }, element) => {
  let stop: AbortController;
  const arm = () => {
    stop = new AbortController();
    for (const sign of signs)
      element.addEventListener(sign, () => void hydrate(), { passive: true, signal: stop.signal });
  };
  const hydrate = async () => {
    stop.abort();
    const release = holdForms(element);
    const releaseClick = holdClick(element);
    element.addEventListener(
      readyEvent,
      () => {
        release(true);
        releaseClick();
      },
      { once: true },
    );
    try {
      const start = await load();
      await start();
    } catch (error) {
      release(false);
      arm();
      throw error;
    }
  };
  arm();
  if (asksAtOnce(value)) void hydrate();
  // The browser may restore what was chosen before somebody came back.
  const restored = () => {
    if (!stop.signal.aborted && element.querySelector(':checked')) void hydrate();
  };
  window.addEventListener('pageshow', restored, { once: true });
};

export default interaction;
