import type { JsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { errorCodes } from '../../core/errors.ts';
import type { OptionName } from '../../core/options.ts';
import type { Command } from '../command.ts';
import { optionSchemas, schemaOf } from '../option-schemas.ts';
import { pairOptions, paraphraseEntries, scoreEntries } from '../requests.ts';
import { statusOf } from './status.ts';

const json = (schema: object): object => ({ 'application/json': { schema } });
const error: JsonSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string', enum: [...errorCodes] },
        message: { type: 'string' },
        language: { type: 'string', description: 'BCP 47, of unsupported-language' },
      },
    },
  },
};

/** Says what this server understands, in OpenAPI 3.1. `version`: the project's. The commands are those whose requests it takes. */
export function openApi(version: string, { paraphrase, score }: Readonly<Record<'paraphrase' | 'score', Command>>): object {
  return {
    openapi: '3.1.0',
    info: { title: 'Otherwise', version, summary: 'Rewrites of English sentences that keep their meaning, made on this machine' },
    paths: {
      '/paraphrase': { post: operation(paraphrase, requestSchema(paraphraseEntries)) },
      '/score': { post: operation(score, requestSchema(scoreEntries, pairOptions)) },
      '/health': { get: { summary: 'whether it answers', responses: { 200: answer('model, hash, runtime, device, requests that wait') } } },
      '/openapi.json': { get: { summary: 'this description', responses: { 200: answer('OpenAPI 3.1') } } },
    },
  };
}

/** A body: its fields as they are checked, the options with what they do. */
function requestSchema(entries: v.ObjectEntries, names?: readonly OptionName[]): JsonSchema {
  const schema = schemaOf(v.strictObject(entries));
  // A field may take more than its flag does (the text in the pivot language), so of an option only its words come from the table.
  const properties = Object.entries(optionSchemas(names)).map(([name, option]): [string, JsonSchema] => {
    const own = schema.properties?.[name];
    const { type: _type, ...words } = option;
    return [name, typeof own === 'object' ? { ...words, ...own } : option];
  });
  return { ...schema, properties: { ...schema.properties, ...Object.fromEntries(properties) } };
}

function operation({ name, summary, help }: Command, schema: JsonSchema): object {
  const statuses = [...new Set(errorCodes.map(statusOf))].toSorted((a, b) => a - b);
  const failed = (status: number): [number, object] =>
    [status, { description: errorCodes.filter((code) => statusOf(code) === status).join(', '), content: json(error) }];
  return {
    operationId: name,
    summary,
    requestBody: { required: true, content: json(schema) },
    responses: { 200: answer(help.slice(help.indexOf('\nOutput') + 1).trim()), ...Object.fromEntries(statuses.map(failed)) },
  };
}

const answer = (description: string): object => ({ description, content: json({ type: 'object' }) });
