import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { assertNoProblems, type Content, listFiles, readContent } from '../../copy/read-content.ts';
import { type ContentProblem, formatProblem } from '../../copy/validate-file.ts';
import { accountScreens } from '../../shared/account-screens.ts';
import { imageAdvice, imagesOverBudget } from '../image-budget.ts';
import { policyProblems } from './policy-problems.ts';
import { type LinkingFile, siteProblems } from './site-problems.ts';

/** Delay in milliseconds between a change of a file and the check. Another change restarts the delay. */
const DEBOUNCE_MS = 200;

/**
 * Stops a build with wrong content. In the development server, prints cross-file problems, such as dead links, at the start
 * and after each change. The loader in src/content.config.ts prints the problems within a file.
 */
export function contentCheck(): AstroIntegration {
  return {
    name: 'content-check',
    hooks: {
      'astro:config:setup': async ({ command, config }) => {
        if (command === 'build') assertNoProblems(await contentProblems(fileURLToPath(config.root)));
      },
      'astro:server:setup': ({ server, logger }) => {
        let printed = '';
        const print = async (): Promise<void> => {
          const { root } = server.config;
          const problems = await crossFileProblems(root, await readContent(root));
          const lines = problems.map(formatProblem).join('\n');
          if (lines !== '' && lines !== printed) logger.error(lines);
          printed = lines;
        };
        let timer: NodeJS.Timeout | undefined;
        const printSoon = () => {
          clearTimeout(timer);
          timer = setTimeout(() => {
            print().catch((error: unknown) => {
              logger.error(String(error));
            });
          }, DEBOUNCE_MS);
        };
        server.watcher.on('all', (_event, file) => {
          if (/[\\/](?:src|public)[\\/]/.test(file)) printSoon();
        });
        printSoon();
      },
    },
  };
}

/** Returns all problems of the content of the project in `root`, without building it. */
export async function contentProblems(root: string): Promise<ContentProblem[]> {
  const content = await readContent(root);
  return [...content.problems, ...(await crossFileProblems(root, content))];
}

async function crossFileProblems(root: string, { files, problems }: Content): Promise<ContentProblem[]> {
  const publicFolder = path.join(root, 'public');
  return [
    ...policyProblems(files, new Date()),
    ...siteProblems({
      files,
      routes: [
        ...(await listFiles(path.join(root, 'src/pages'))).flatMap(routeOf),
        ...accountScreens.map((screen) => screen.path),
      ],
      invalidPages: problems.flatMap(({ file }) => /^src\/content\/pages\/(.*)\.md$/.exec(file)?.[1] ?? []),
      publicFiles: (await listFiles(publicFolder)).map((name) => `/${name}`),
      linkingFiles: await readLinkingFiles(root),
    }),
    ...(await imagesOverBudget(publicFolder)).map(({ address, kilobytes }) => ({
      file: `public${address}`,
      message: `The picture has ${kilobytes} KB. Make it smaller, ${imageAdvice}.`,
    })),
  ];
}

/** Returns the path that a file of src/pages renders. Returns nothing for a dynamic route such as [id].astro. */
function routeOf(file: string): string[] {
  return file.includes('[') ? [] : [`/${file.replace(/\.(?:astro|ts)$/, '')}`];
}

/** Folders of the code that has links to pages: navigation, account screens and the like. */
const linkingFolders = ['src/components', 'src/islands', 'src/layouts', 'src/pages', 'src/shared'];

/** Reads the code files with links to pages. A link is found if its whole path is between quotes. */
async function readLinkingFiles(root: string): Promise<LinkingFile[]> {
  const names = await Promise.all(
    linkingFolders.map(async (folder) =>
      (await listFiles(path.join(root, folder))).map((name) => `${folder}/${name}`),
    ),
  );
  const files = await Promise.all(
    names.flat().map(async (file) => {
      const contents = await readFile(path.join(root, file), 'utf8');
      const links = [...contents.matchAll(/\bhref(?:=|: )["'](\/[^"'.]*)["']/g)].map(([, link = '']) => link);
      return { file, contents, links: [...new Set(links)] };
    }),
  );
  return files.filter(({ links }) => links.length > 0);
}
