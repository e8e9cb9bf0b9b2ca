import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { parseSync } from 'vite';

/** The words that a page or a script can give to its elements. */
export interface CssWords {
  readonly tags: Set<string>;
  readonly classes: Set<string>;
  readonly ids: Set<string>;
  readonly attributeNames: Set<string>;
  readonly attributeValues: Set<string>;
  /** Strings of scripts, which may be any of the above. */
  readonly strings: Set<string>;
}

/** Returns the words of several pages and scripts together. */
export function joinWords(all: readonly CssWords[]): CssWords {
  const join = (kind: keyof CssWords) => new Set(all.flatMap((words) => [...words[kind]]));
  return {
    tags: join('tags'),
    classes: join('classes'),
    ids: join('ids'),
    attributeNames: join('attributeNames'),
    attributeValues: join('attributeValues'),
    strings: join('strings'),
  };
}

/** Returns the words of a page: of its elements, its templates and its inline scripts. */
export function wordsOfHtml(html: string): CssWords {
  const words = joinWords([]);
  const scripts: CssWords[] = [];
  const visit = (node: DefaultTreeAdapterTypes.Node) => {
    if ('tagName' in node) {
      words.tags.add(node.tagName);
      for (const { name, value } of node.attrs) addAttribute(words, name, value);
      const [text] = node.childNodes;
      const isScript = node.tagName === 'script' && !node.attrs.some(({ name }) => name === 'type');
      if (isScript && text && 'value' in text) scripts.push(wordsOfScript(text.value));
    }
    if ('content' in node) visit(node.content);
    else if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  visit(parse(html));
  return joinWords([words, ...scripts]);
}

function addAttribute(words: CssWords, name: string, value: string): void {
  words.attributeNames.add(name);
  for (const word of [value, ...value.split(/\s+/)]) words.attributeValues.add(word);
  if (name === 'class') for (const word of value.split(/\s+/)) words.classes.add(word);
  if (name === 'id') words.ids.add(value);
}

/** A class name, a list of them, or a selector. A sentence has other characters or begins with a capital letter. */
const nameOrSelector = /^[\s.#:[\]()=~^*>,"'a-z0-9_-][\w\s.#:[\]()=~^*>,"'-]*$/;

/** Attributes whose values are no class names: `{ role: 'status' }` keeps no rule for `.status`. */
const attributes = new Set(['autoComplete', 'htmlFor', 'inputMode', 'method', 'name', 'role', 'type']);

/** Returns the parts of a node that never become a class: the name of a property, and both sides of a comparison. */
function comparedParts(node: Readonly<Record<string, unknown>>): readonly unknown[] {
  if (node.type === 'Property') return [node.key];
  if (node.type === 'SwitchCase') return [node.test];
  return node.type === 'BinaryExpression' && node.operator !== '+' ? [node.left, node.right] : [];
}

/** Returns the words of a script: its strings, and its properties, which may be attributes: `{ disabled: true }`. */
export function wordsOfScript(code: string): CssWords {
  const words = joinWords([]);
  const addString = (text: string) => {
    if (nameOrSelector.test(text)) for (const word of text.match(/[\w-]+/g) ?? []) words.strings.add(word);
  };
  const visit = (node: unknown) => {
    if (Array.isArray(node)) node.forEach(visit);
    else if (isRecord(node)) {
      const { key, value } = node;
      for (const name of [key, node.property])
        if (isRecord(name)) words.attributeNames.add(String(name.name ?? name.value));
      if (isRecord(key) && attributes.has(String(key.name)) && isRecord(value) && value.type === 'Literal') {
        words.attributeValues.add(String(value.value));
        return;
      }
      if (node.type === 'Literal' && typeof value === 'string') addString(value);
      if (node.type === 'TemplateElement' && isRecord(value)) addString(String(value.cooked));
      const compared = comparedParts(node);
      for (const part of Object.values(node))
        if (!(compared.includes(part) && isRecord(part) && part.type === 'Literal')) visit(part);
    }
  };
  const { program, errors } = parseSync('script.js', code);
  const [problem] = errors;
  if (problem) throw new Error(`The words of a script cannot be read: ${problem.message}`);
  visit(program);
  return words;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
