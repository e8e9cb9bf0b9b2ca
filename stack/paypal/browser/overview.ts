const refreshMs = 2_000;

async function replaceRecords(): Promise<void> {
  const response = await fetch('/');
  const newPage = new DOMParser().parseFromString(await response.text(), 'text/html');
  const [current, next] = [document.querySelector('#records'), newPage.querySelector('#records')];
  if (current && next && current.innerHTML !== next.innerHTML) current.replaceWith(next);
}

async function refresh(): Promise<void> {
  // Replacing the records would remove the button that somebody is about to click.
  const isInUse = document.querySelector('#records')?.matches(':focus-within, :hover');
  if (!document.hidden && !isInUse) await replaceRecords();
}

async function postControl(path: string, body: unknown): Promise<void> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const status = document.querySelector('[role="status"]');
  if (status) status.textContent = response.ok ? 'Done.' : await response.text();
  await replaceRecords();
}

function fieldValue(field: HTMLInputElement | HTMLSelectElement): unknown {
  if (field instanceof HTMLInputElement && field.type === 'checkbox') return field.checked;
  // The values of a list are JSON.
  return field instanceof HTMLInputElement ? Number(field.value) : (JSON.parse(field.value) as unknown);
}

document.addEventListener('change', (event) => {
  const field = event.target;
  if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
    void postControl('/control', { [field.name]: fieldValue(field) });
});

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button[data-post]') : null;
  const path = button?.getAttribute('data-post');
  if (!path) return;
  const isPartial = button?.hasAttribute('data-ask-amount') ?? false;
  const amount = isPartial ? window.prompt('Amount to refund, such as 10.00', '10.00') : null;
  if (isPartial && amount === null) return;
  const body: unknown = JSON.parse(button?.getAttribute('data-body') ?? '{}');
  void postControl(path, amount === null ? body : { amount });
});

setInterval(() => void refresh().catch(() => undefined), refreshMs);
