import type { APIRoute } from 'astro';
import { type LogoName, logoNames, logoSvg } from '../../sharing/logo.tsx';

export const getStaticPaths = () => logoNames.map((name) => ({ params: { name }, props: { name } }));

export const GET: APIRoute<{ name: LogoName }> = async ({ props }) =>
  new Response(await logoSvg(props.name), { headers: { 'Content-Type': 'image/svg+xml' } });
