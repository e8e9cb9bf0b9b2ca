import type { APIRoute } from 'astro';
import { drawIcon, icons } from '../../sharing/icons.ts';

export const getStaticPaths = () =>
  Object.entries(icons).map(([name, style]) => ({ params: { name }, props: { style } }));

export const GET: APIRoute<ReturnType<typeof getStaticPaths>[number]['props']> = async ({ props }) =>
  new Response(await drawIcon(props.style), { headers: { 'Content-Type': 'image/png' } });
