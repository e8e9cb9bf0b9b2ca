import type { awakeAttribute, failedEvent, wakeEvent } from '../directives/interaction.ts';
import type { readyEvent } from '../directives/ready.ts';

// The page's script shares no module with the islands, or it would become two files; the types hold the words.
const awake: typeof awakeAttribute = 'awake';
const wakes: typeof wakeEvent = 'island-wake';
const failed: typeof failedEvent = 'astro:hydration-error';
const ready: typeof readyEvent = 'island-ready';

/** How long a submission is held for a script that neither comes nor fails, ms. */
const patience = 30_000;

const signs = ['pointerdown', 'pointerover', 'focusin', 'keydown', 'touchstart', 'click'] as const;

const buttonOf = ({ target }: Event): HTMLButtonElement | null =>
  target instanceof Element ? target.closest<HTMLButtonElement>('button[type=button]') : null;

/**
 * Keeps what somebody does in an island until its script is there: a press of a button, or a submission,
 * whose checking is left to the script. The answer lets go: with the script the last of it is done again,
 * without it a submission goes plainly to the server.
 */
const hold = (island: HTMLElement, sign: Event | undefined, signal: AbortSignal) => {
  const forms = [...island.querySelectorAll('form')];
  let pressed = sign?.type === 'click' ? buttonOf(sign) : null;
  let submit: (() => void) | null = null;
  const holding = { capture: true, signal };
  island.addEventListener('click', (event) => (pressed = buttonOf(event)), holding);
  for (const form of forms) {
    form.noValidate = true;
    const keep = (event: SubmitEvent) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      submit = () => {
        form.requestSubmit(event.submitter);
      };
      setTimeout(() => signal.aborted || island.dispatchEvent(new Event(failed)), patience);
    };
    form.addEventListener('submit', keep, holding);
  }
  return (hydrated: boolean) => {
    for (const form of forms) form.noValidate = hydrated;
    submit?.();
    if (hydrated) pressed?.click();
  };
};

/** How often Astro's own script could not be had: some browsers keep that of an address for the page's life. */
let lost = 0;

const wake = (island: HTMLElement, runtime: string, sign?: Event): void => {
  const attempt = new AbortController();
  const { signal } = attempt;
  const letGo = hold(island, sign, signal);
  const end = (hydrated: boolean) => {
    attempt.abort();
    letGo(hydrated);
    island.toggleAttribute(awake, hydrated);
  };
  island.addEventListener(ready, end.bind(null, true), { signal });
  island.addEventListener(failed, end.bind(null, false), { signal });
  island.setAttribute(awake, '');
  if (customElements.get(island.localName)) island.dispatchEvent(new Event(wakes));
  else
    import(/* @vite-ignore */ lost === 0 ? runtime : `${runtime}?again=${String(lost)}`).catch(() => {
      lost += 1;
      island.dispatchEvent(new Event(failed));
    });
};

/**
 * Whether an island is wanted without a sign: by itself, by the address, or because the browser restored a
 * choice in it.
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
  addEventListener('pageshow', wakeWanted);
};
