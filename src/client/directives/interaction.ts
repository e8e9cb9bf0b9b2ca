import type { ClientDirective } from 'astro';

export interface InteractionOptions {
  /** A query parameter that counts as an interaction: with it the island hydrates at once. */
  readonly query?: string;
  /** Hydrates without a sign, as soon as the page is painted: for screens that are nothing without their script. */
  readonly unasked?: boolean;
}

/** The words between the page's script, which wakes an island, and the directive, which hydrates it. */
export const wakeEvent = 'island-wake';
export const awakeAttribute = 'awake';
/** Astro's own word for a script that could not be had; it throws nothing. */
export const failedEvent = 'astro:hydration-error';

/**
 * `client:interaction`: hydrates an island when somebody first points at it, touches it, presses in it or
 * moves the focus into it. Until then the island is plain HTML and none of its script is fetched. The page's
 * script (page/islands.ts) sees the signs and wakes it.
 */
const interaction: ClientDirective = (load, _options, element) => {
  const hydrate = () => {
    load()
      .then((start) => start())
      .catch((error: unknown) => {
        element.dispatchEvent(new Event(failedEvent));
        throw error;
      });
  };
  element.addEventListener(wakeEvent, hydrate);
  if (element.hasAttribute(awakeAttribute)) hydrate();
};

export default interaction;
