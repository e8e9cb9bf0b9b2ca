import { robotsText } from '../sharing/site-files.ts';

export const GET = (): Response =>
  new Response(robotsText(), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
