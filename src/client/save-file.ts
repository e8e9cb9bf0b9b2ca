/** Returns the file name in the headers of an answer. */
export function fileName(headers: Headers | undefined): string | undefined {
  return /filename="([^"]+)"/.exec(headers?.get('content-disposition') ?? '')?.[1];
}

/** Saves a file in the browser's folder for downloads. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // Browsers may still read the blob after the click.
  setTimeout(() => {
    URL.revokeObjectURL(link.href);
  }, 60_000);
}
