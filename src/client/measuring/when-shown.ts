declare global {
  interface Document {
    /** True while the browser renders the page ahead of a visit; undefined where it never does. */
    readonly prerendering?: boolean;
  }
}

/** Runs `effect` now, or, on a page that is being prerendered, once somebody really goes to it. */
export const whenShown = (effect: () => void): void => {
  if (document.prerendering) document.addEventListener('prerenderingchange', effect, { once: true });
  else effect();
};
