/*
 * Shows the notice in the <template> before this script if an island in the same element cannot be loaded. The notice for a browser
 * without a connection has a button: the page's script tries again at each press on the island.
 */
const template = document.currentScript?.previousElementSibling;
const container = template?.parentElement;
if (template instanceof HTMLTemplateElement && container) {
  const [failed, offline = failed] = template.content.children;

  const hideNotice = () => {
    failed?.remove();
    offline?.remove();
  };
  const showSkeletons = (isVisible: boolean) => {
    for (const skeleton of document.querySelectorAll<HTMLElement>('astro-island .skeleton'))
      skeleton.hidden = !isVisible;
  };

  addEventListener(
    'astro:hydration-error',
    ({ target }) => {
      if (target instanceof Element && !container.contains(target)) return;
      showSkeletons(false);
      hideNotice();
      // Some browsers have no `onLine`.
      const notice = (navigator as { onLine?: boolean }).onLine === false ? offline : failed;
      if (notice) template.after(notice);
    },
    true,
  );
  addEventListener(
    'astro:hydrate',
    () => {
      showSkeletons(true);
      hideNotice();
    },
    true,
  );
  offline?.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('button'))
      container.querySelector('astro-island')?.dispatchEvent(new Event('click'));
  });
}

export {};
