import type { APIRoute } from 'astro';
import { type PressFile, pressFiles, pressPng } from '../../sharing/press-files.ts';

export const getStaticPaths = () => pressFiles.map((name) => ({ params: { name }, props: { name } }));

export const GET: APIRoute<{ name: PressFile }> = async ({ props }) =>
  new Response(await pressPng(props.name), { headers: { 'Content-Type': 'image/png' } });
