import type { ClientDirective } from 'astro';

const signs = ['pointerdown', 'pointerover', 'focusin', 'keydown', 'touchstart'] as const;

/**
 * `client:interaction`: hydrates an island when somebody first points at it, touches it or moves the
 * focus into it. Until then the island is plain HTML and none of its script is fetched.
 */
const interaction: ClientDirective = (load, _options, element) => {
  const stop = new AbortController();
  const hydrate = async () => {
    stop.abort();
    const start = await load();
    await start();
  };
  for (const sign of signs)
    element.addEventListener(sign, () => void hydrate(), { passive: true, signal: stop.signal });
};

export default interaction;
