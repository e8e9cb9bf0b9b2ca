import { robotsText } from '../sharing/site-files.ts';

export function GET(): Response {
  return new Response(robotsText(), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
