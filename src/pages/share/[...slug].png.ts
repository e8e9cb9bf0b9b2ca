import type { APIRoute } from 'astro';
import { loadPages, type Page } from '../../copy/content.ts';
import { drawShareImage } from '../../sharing/share-image/draw-share-image.tsx';
import { shareSlug } from '../../sharing/share-image/layout.ts';

export const getStaticPaths = async () =>
  (await loadPages())
    .filter(({ isVersion }) => !isVersion)
    .map((page) => ({ params: { slug: shareSlug(page.path) }, props: { page } }));

export const GET: APIRoute<{ page: Page }> = async ({ props }) =>
  new Response(await drawShareImage(props.page), { headers: { 'Content-Type': 'image/png' } });
