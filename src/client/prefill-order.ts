/** Enters the order number of the page's address (`?order=…`) in the withdrawal form, unless the field has text. */
const field = document.querySelector<HTMLInputElement>('#order_number');
const order = new URLSearchParams(location.search).get('order');
if (field && order && field.value === '') field.value = order.slice(0, field.maxLength);

export {};
