/** The options of a request for programs to read: as JSON Schema. */
import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { defaultsOf, type OptionName, options } from '../core/options.ts';
import { described } from './options-text.ts';

/** The checks that JSON Schema leaves out: JSON has only finite numbers and is not written to; others it can't express. */
const ignoreActions = ['finite', 'readonly', 'check'];

/** Returns the schema of a checked field (draft 2020-12, which OpenAPI 3.1 takes). */
export function schemaOf(schema: v.GenericSchema): JsonSchema {
  const { $schema: _, ...plain } = toJsonSchema(schema, { target: 'draft-2020-12', ignoreActions });
  return plain;
}

/** Returns the schemas of some options, each with what it does and its default in our mode. */
export function optionSchemas(names: readonly OptionName[] = Object.keys(options) as OptionName[]): Record<string, JsonSchema> {
  return Object.fromEntries(names.map((name) => {
    const usual = (defaultsOf.otherwise as Partial<Record<OptionName, unknown>>)[name] as JsonSchema['default'] | undefined;
    const schema: v.GenericSchema = options[name].schema;
    return [name, { ...schemaOf(schema), description: described(name), ...(usual !== undefined && { default: usual }) }];
  }));
}
