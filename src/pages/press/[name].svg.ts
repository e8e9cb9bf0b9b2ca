import type { APIRoute } from 'astro';
import { type PressFile, pressFiles, pressSvg } from '../../sharing/press-files.ts';

export const getStaticPaths = () => pressFiles.map((name) => ({ params: { name }, props: { name } }));

export const GET: APIRoute<{ name: PressFile }> = async ({ props }) =>
  new Response(await pressSvg(props.name), { headers: { 'Content-Type': 'image/svg+xml' } });
