/** Saves a text as a CSV file in the browser's folder for downloads. Nothing is sent. */
export function saveText(text: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = name;
  link.click();
  // Browsers may still read the file after the click.
  setTimeout(() => {
    URL.revokeObjectURL(link.href);
  }, 60_000);
}
