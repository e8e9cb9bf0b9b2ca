import { plainCss } from '../layouts/plain-css.ts';

export const GET = (): Response =>
  new Response(plainCss(), { headers: { 'Content-Type': 'text/css; charset=utf-8' } });
