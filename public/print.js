/** Shows the Print buttons of a page that the server made, and prints the page when one is pressed. */
for (const button of document.querySelectorAll('[data-print]')) {
  button.hidden = false;
  button.addEventListener('click', () => print());
}
