import { robotsText } from '../sharing/robots.ts';

export const GET = (): Response =>
  new Response(robotsText(), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
