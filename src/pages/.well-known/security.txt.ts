import { securityText } from '../../sharing/site-files.ts';

export function GET(): Response {
  return new Response(securityText(new Date()), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
