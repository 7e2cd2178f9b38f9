import { OtherwiseError } from '../errors.ts';

/** Parses a line as a JSON object. @throws OtherwiseError `bad-json` */
export function parseObject(line: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new OtherwiseError('bad-json', `The line is no JSON: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new OtherwiseError('bad-json', 'The line is JSON but no object ({…}).');
  return value as Record<string, unknown>;
}
