import type { ServiceCredentials } from '../context.ts';

/** The name and secret of an HTTP Basic header (RFC 7617, UTF-8); both empty where it holds none. */
export const basicCredentials = (header: string): ServiceCredentials => {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header)?.[1] ?? '';
  const text = Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  return colon < 0 ? { name: '', secret: '' } : { name: text.slice(0, colon), secret: text.slice(colon + 1) };
};
