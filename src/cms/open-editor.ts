interface Editor {
  readonly init: () => Promise<void>;
}

/**
 * Loads the content editor from the address that the element carries, and lets it draw itself there. Says so in the
 * element if it cannot be loaded.
 */
export const openEditor = async (place: HTMLElement): Promise<void> => {
  const { editor = '', failed = '' } = place.dataset;
  try {
    const { init } = (await import(/* @vite-ignore */ editor)) as Editor;
    place.replaceChildren();
    await init();
  } catch (error) {
    place.textContent = failed;
    console.error(error);
  }
};
