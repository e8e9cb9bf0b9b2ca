import type { APIRoute } from 'astro';
import { windowFiles, windowWebp } from '../../sharing/press-files.ts';

export const getStaticPaths = () => windowFiles.map((name) => ({ params: { name }, props: { name } }));

export const GET: APIRoute<{ name: (typeof windowFiles)[number] }> = async ({ props }) =>
  new Response(await windowWebp(props.name), { headers: { 'Content-Type': 'image/webp' } });
