import type { APIRoute } from 'astro';
import { editorFiles } from '../../cms/editor-files.ts';

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  wasm: 'application/wasm',
  woff2: 'font/woff2',
  png: 'image/png',
  txt: 'text/plain',
};

export const getStaticPaths = async () =>
  (await editorFiles()).files.map(({ name, content }) => ({ params: { name }, props: { content } }));

export const GET: APIRoute<Awaited<ReturnType<typeof getStaticPaths>>[number]['props']> = ({
  params: { name = '' },
  props,
}) =>
  new Response(new Uint8Array(props.content), {
    headers: { 'Content-Type': types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream' },
  });
