import { loadPublishedReleases } from '../copy/content.ts';

/** The Ed25519 signature of /releases.json, in base64. */
export async function GET(): Promise<Response> {
  const [newest] = await loadPublishedReleases();
  return new Response(`${newest?.['manifest-signature'] ?? ''}\n`);
}
