import { drawIcon, faviconLook, icoOf } from '../sharing/icons/icon.ts';

export const GET = async (): Promise<Response> =>
  new Response(icoOf(await drawIcon(faviconLook), faviconLook.size), {
    headers: { 'Content-Type': 'image/x-icon' },
  });
