import type { Role } from '../../shared/roles.ts';
/** The parts of a JSON Schema that the API page shows. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
}

interface Content {
  readonly schema: Schema;
  readonly example?: unknown;
}

type Contents = Readonly<Record<string, Content>>;

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

/** A call of the API, as OpenAPI describes it. */
export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  /** The lowest role that may make the call, if it needs one. */
  readonly 'x-role'?: Role;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Contents };
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string;
        readonly headers?: Readonly<Record<string, unknown>>;
        readonly content?: Contents;
      }
    >
  >;
}

/** The parts of the OpenAPI document that the API page shows. */
export interface OpenApi {
  readonly info: { readonly title: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Returns the error codes of a call, in the order of their statuses. */
export function errorCodes(responses: Operation['responses']): readonly string[] {
  return Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([, { description }]) =>
      [...description.matchAll(/^`([a-z-]+)`/gm)].map(([, code = '']) => code),
    );
}

/** Describes the type of a schema and its limits: `string or null`, `list of Affiliate, at most 100`. */
export function typeText(schema: Schema): string {
  const { minimum, maximum, maxLength, maxItems } = schema;
  return [
    typeName(schema),
    // Leaves out very large limits, such as the limits of every integer.
    ...(minimum !== undefined && maximum !== undefined && maximum < 1_000_000
      ? [`${String(minimum)} to ${String(maximum)}`]
      : []),
    ...(maxLength === undefined ? [] : [`at most ${String(maxLength)} characters`]),
    ...(maxItems === undefined ? [] : [`at most ${String(maxItems)}`]),
  ].join(', ');
}

function typeName({ $ref, type, format, items, anyOf, enum: values, const: value }: Schema): string {
  if ($ref) return $ref.replace(/^.*\//, '');
  if (values) return values.map((option) => JSON.stringify(option)).join(' or ');
  if (value !== undefined) return JSON.stringify(value);
  if (anyOf) return anyOf.map(typeText).join(' or ');
  if (items) return `list of ${typeText(items)}`;
  if (type === undefined) return 'any';
  return (typeof type === 'string' ? [type] : type)
    .map((name) => (name === 'string' && format ? format : name))
    .join(' or ');
}
