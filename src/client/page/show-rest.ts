const nextFrame = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/**
 * Lays out what was out of sight while the page opened (base.css), a part a frame, once the faces are there: so that
 * heights are true, and pictures of the whole page whole, and no frame has more than a part to do.
 */
export const showRest = async (): Promise<void> => {
  await document.fonts.ready;
  for (const part of document.querySelectorAll<HTMLElement>('.section, .band, .index > li, .site-footer')) {
    part.style.contentVisibility = 'visible';
    await nextFrame();
  }
};
