import { drawIcon, faviconStyle, toIco } from '../sharing/icons.ts';

export async function GET(): Promise<Response> {
  return new Response(toIco(await drawIcon(faviconStyle), faviconStyle.size), {
    headers: { 'Content-Type': 'image/x-icon' },
  });
}
