import type { APIRoute } from 'astro';
import { allPages, type Page } from '../../copy/pages.ts';
import { drawShareImage } from '../../sharing/share-image/draw-share-image.tsx';
import { shareSlug } from '../../sharing/share-image/measures.ts';

export const getStaticPaths = async () =>
  (await allPages()).map((page) => ({ params: { slug: shareSlug(page.path) }, props: { page } }));

export const GET: APIRoute<{ page: Page }> = async ({ props }) =>
  new Response(await drawShareImage(props.page), { headers: { 'Content-Type': 'image/png' } });
