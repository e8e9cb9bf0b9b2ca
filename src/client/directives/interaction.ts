import type { ClientDirective } from 'astro';

/** Event by which the page's script hydrates an island, and the attribute of an island that hydrates or has hydrated. */
export const hydrateEvent = 'island-hydrate';
export const hydratedAttribute = 'hydrated';
/** Astro's public event for an island whose script could not be loaded (withastro/astro#16412). */
export const failedEvent = 'astro:hydration-error';

/**
 * `client:interaction`: hydrates an island when somebody first points at it, touches it, presses in it or moves the focus
 * into it. Until then the island is plain HTML and none of its script is loaded. The page's script (page/islands.ts)
 * decides when to hydrate.
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
  element.addEventListener(hydrateEvent, hydrate);
  if (element.hasAttribute(hydratedAttribute)) hydrate();
};

export default interaction;
