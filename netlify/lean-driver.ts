import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import { rolldown } from 'rolldown';

/** What the functions take of the database's driver: statements by HTTP. */
const taken = ['neon', 'neonConfig'];

const helper = (text: string, shape: RegExp): string => {
  const name = shape.exec(text)?.[1];
  if (name === undefined)
    throw new Error(`The database’s driver has changed: nothing like ${String(shape)}.`);
  return name;
};

/**
 * The functions by which the driver's one file, made by esbuild, loads the packages in it and names what they hold. To
 * call one is without effect for whoever does not use what it gives, which a bundler cannot see.
 */
const withoutEffect = (text: string): string[] => {
  const commonJs = helper(text, /([\w$]+)=\((\w),(\w)\)=>\(\)=>\{try\{return \3\|\|/);
  const toModule = helper(text, /([\w$]+)=\((\w),\w,(\w)\)=>\(\3=\2!=null\?/);
  const named = helper(text, /([\w$]+)=\((\w),(\w)\)=>[\w$]+\(\2,"name",\{value:\3/);
  const packages = [...text.matchAll(/([\w$]+)=([\w$]+)\(/g)].filter(([, , by]) => by === commonJs);
  return [commonJs, toModule, named, ...packages.map(([, name = '']) => name)];
};

/** What the driver brings for places that are not Node: where it takes its own, and what it takes in Node instead. */
const nodesOwn: readonly (readonly [taken: RegExp, instead: string])[] = [
  [
    /=\s*typeof\s+globalThis\.Buffer\b[^?]*\?\s*globalThis\.Buffer\s*:\s*[\w$]+\(\)\.Buffer/g,
    '=globalThis.Buffer',
  ],
  [
    /([\w$]+)=\([\w$]+\(\),\s*[\w$]+\([\w$]+\)\)(?=[^]*\b\1\.createHash\("md5"\))/g,
    '$1=process.getBuiltinModule("crypto")',
  ],
  [
    /([\w$]+)=[\w$]+\([\w$]+\(\),\s*1\)(?=[^]*\bextends\s+\1\.EventEmitter\b)/g,
    '$1=process.getBuiltinModule("events")',
  ],
];

const withNodesOwn = (driver: string): string =>
  nodesOwn.reduce((text, [taken, instead]) => {
    const found = text.match(taken)?.length ?? 0;
    if (found !== 1)
      throw new Error(`The database’s driver has changed: ${String(found)} of ${String(taken)}.`);
    return text.replace(taken, instead);
  }, driver);

/**
 * Leaves out of the bundles what the driver needs for WebSockets alone, connections and a pool of them, and its own Buffer,
 * hashes and events: three quarters of it, which every function would load and in part run at its start.
 */
export const leanDriver: Plugin = {
  name: 'lean-driver',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[/\\]@neondatabase[/\\]serverless[/\\]index\.mjs$/ }, async ({ path: file }) => {
      const entry = 'taken';
      const text = withNodesOwn(await readFile(file, 'utf8'));
      const bundle = await rolldown({
        input: entry,
        platform: 'node',
        plugins: [
          {
            name: entry,
            resolveId: (asked) => (asked === entry ? entry : null),
            load: (id) =>
              id === entry ? `export { ${taken.join(', ')} } from ${JSON.stringify(file)};` : text,
          },
        ],
        treeshake: {
          propertyReadSideEffects: false,
          manualPureFunctions: withoutEffect(text),
        },
      });
      const { output } = await bundle.generate({ format: 'esm' });
      await bundle.close();
      return { contents: output[0].code, loader: 'js' };
    });
  },
};
