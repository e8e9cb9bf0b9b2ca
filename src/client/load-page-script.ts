/**
 * Inline script that loads the script of one page, such as /user-profile, after the first paint. A script that fails to load is
 * requested again after a second. If that fails, too, or if its `shown` rejects, the page shows a notice.
 */
async function load(): Promise<void> {
  const template = document.querySelector<HTMLTemplateElement>('#own-script');
  const source = template?.content.querySelector('script')?.src ?? '';
  const { shown } = (await importWithRetry(source)) as { readonly shown?: Promise<void> };
  await shown;
}

async function importWithRetry(source: string): Promise<unknown> {
  try {
    return await import(/* @vite-ignore */ source);
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return import(/* @vite-ignore */ `${source}?again`);
  }
}

void window.firstPaint.then(load).catch(() => {
  const notice = document.querySelector<HTMLElement>('#own-script-failed');
  if (notice) notice.textContent = notice.dataset.failed ?? '';
});

export {};
