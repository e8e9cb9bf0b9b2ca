/** When the sample files claim to have been published. */
const published = new Date('2025-08-15T12:00:00Z').toUTCString();

/**
 * Stands in for the release storage: small files, clearly marked as samples, so that the download page
 * works; src/content/releases names their sizes and sums. `path` is what the rewrite in netlify.toml leaves of the address.
 */
export function sampleDownload(path: string): Response {
  const name = path.split('/').at(-1) ?? '';
  if (!/\.(zip|dmg)$/.test(name)) return new Response('Not found', { status: 404 });
  const ending = name.replace(/^.*-(?=\w+\.\w+$)/, '');
  const text = `SAMPLE, not an installer. In production the release storage serves ${ending} here.\n`;
  return new Response(text, {
    headers: {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': `attachment; filename="SAMPLE-${name.replace(/[^\w.-]/g, '')}"`,
      'Last-Modified': published,
    },
  });
}
