import type { APIRoute } from 'astro';
import { type LogoName, logoNames, logoPng } from '../../sharing/logo.tsx';

export const getStaticPaths = () => logoNames.map((name) => ({ params: { name }, props: { name } }));

export const GET: APIRoute<{ name: LogoName }> = async ({ props }) =>
  new Response(await logoPng(props.name), { headers: { 'Content-Type': 'image/png' } });
