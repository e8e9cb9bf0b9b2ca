/** The text of a bundled script. See src/build/inline-scripts.ts. */
declare module '*?inline-script' {
  const script: string;
  export default script;
}
