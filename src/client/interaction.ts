import type { AstroIntegration, ClientDirective } from 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    'client:interaction'?: boolean;
  }
}

/** Registers `client:interaction` with Astro. This file is also the directive's own script. */
export function interactionDirective(): AstroIntegration {
  return {
    name: 'client-interaction',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({ name: 'interaction', entrypoint: './src/client/interaction.ts' });
      },
    },
  };
}

/** Event that the page's script dispatches to hydrate an island. */
export const hydrateEvent = 'island-hydrate';
/** Attribute of an island whose hydration has started. */
export const hydratedAttribute = 'hydrated';
/** Astro's event for an island's script that could not be loaded. */
export const failedEvent = 'astro:hydration-error';

/**
 * `client:interaction`: hydrates an island on the first interaction with it. Until then the island is plain HTML and none of
 * its script is loaded. The page's script (page/islands.ts) decides when to hydrate.
 */
const interaction: ClientDirective = (load, _options, element) => {
  let isStarted = false;
  const hydrate = () => {
    if (isStarted) return;
    isStarted = true;
    load()
      .then((start) => start())
      .catch((error: unknown) => {
        element.dispatchEvent(new Event(failedEvent));
        throw error;
      });
  };
  element.addEventListener(failedEvent, () => (isStarted = false));
  element.addEventListener(hydrateEvent, hydrate);
  if (element.hasAttribute(hydratedAttribute)) hydrate();
};

export default interaction;

/**
 * Event that an island dispatches after React has rendered it, or has failed to render it. After a failure, the page's script
 * restores the plain form. See page/islands.ts.
 */
export const readyEvent = 'island-ready';

/**
 * Dispatches `readyEvent` from a rendered form, so that the page's script stops handling it. Call it in a layout effect: React may
 * just have replaced the form, and a key that is pressed before the script has moved the focus is lost.
 */
export function announceReady(element: HTMLElement | null): void {
  element?.dispatchEvent(new Event(readyEvent, { bubbles: true }));
}

/** Resolves when the last press is painted. What takes long, such as opening a panel, waits for it, so that a slow phone answers at once. */
export function pressPainted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      setTimeout(resolve);
    });
  });
}
