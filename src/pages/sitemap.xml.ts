import { loadPages } from '../copy/content.ts';
import { sitemapXml } from '../sharing/site-files.ts';

export async function GET(): Promise<Response> {
  return new Response(sitemapXml(await loadPages()), { headers: { 'Content-Type': 'application/xml' } });
}
