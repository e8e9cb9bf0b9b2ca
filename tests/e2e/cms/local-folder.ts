import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { inProject } from '../../../stack/paths.ts';

/** The browser's private folder stands in for the project's: the same interface, and no dialog of the system. */
export const pickPrivateFolder = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    Object.assign(window, { showDirectoryPicker: () => navigator.storage.getDirectory() });
  });

/** Runs in the page: writes files into its private folder. */
const writeFiles = async (files: readonly (readonly [string, string])[]): Promise<void> => {
  const root = await navigator.storage.getDirectory();
  await root.getDirectoryHandle('.git', { create: true });
  for (const [name, text] of files) {
    const parts = name.split('/');
    let folder = root;
    for (const part of parts.slice(0, -1)) folder = await folder.getDirectoryHandle(part, { create: true });
    const file = await folder.getFileHandle(parts.at(-1) ?? '', { create: true });
    const stream = await file.createWritable();
    await stream.write(text);
    await stream.close();
  }
};

/** Runs in the page: a file's text, or nothing while it is missing or being written. */
const readText = async (name: string): Promise<string> => {
  try {
    const parts = name.split('/');
    let folder = await navigator.storage.getDirectory();
    for (const part of parts.slice(0, -1)) folder = await folder.getDirectoryHandle(part);
    return await (await (await folder.getFileHandle(parts.at(-1) ?? '')).getFile()).text();
  } catch {
    return '';
  }
};

/** Puts the project's content into the page's private folder. */
export const copyContent = (page: Page): Promise<void> => {
  const names = readdirSync(inProject('src/content'), { recursive: true, encoding: 'utf8' });
  return page.evaluate(
    writeFiles,
    names
      .filter((name) => name.endsWith('.md'))
      .map((name) => `src/content/${name.replaceAll('\\', '/')}`)
      .map((name) => [name, readFileSync(inProject(name), 'utf8')] as const),
  );
};

/** A file of the page's private folder; empty while it is missing or being written. */
export const readFileOf = (page: Page, name: string): Promise<string> => page.evaluate(readText, name);
