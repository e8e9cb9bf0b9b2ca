/**
 * Fills the form on /withdraw from the page's address. `?for=…` selects the kind of request. `?order=…` is the order number, for an
 * empty field.
 */
const query = new URLSearchParams(location.search);
for (const choice of document.querySelectorAll<HTMLInputElement>('[name=kind]'))
  if (choice.value === query.get('for')) choice.checked = true;
const field = document.querySelector<HTMLInputElement>('#order_number');
const order = query.get('order');
if (field && order && field.value === '') field.value = order.slice(0, field.maxLength);

export {};
