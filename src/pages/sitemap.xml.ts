import { allPages } from '../copy/pages.ts';
import { sitemapXml } from '../sharing/site-files.ts';

export const GET = async (): Promise<Response> =>
  new Response(sitemapXml(await allPages()), { headers: { 'Content-Type': 'application/xml' } });
