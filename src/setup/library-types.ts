import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import type { JsonSchema } from '@valibot/to-json-schema';
import ts from 'typescript';
import { optionSchemas } from '../cli/option-schemas.ts';
import { modes } from '../core/options.ts';

const ENTRY = 'library/index.d.ts';
/** The declarations of the options. Their types come from a checking library that nobody should have to install: they are written out. */
const OPTIONS = 'core/options.d.ts';

/** Writes the declarations of the package into a folder: of its entry, and what these import. */
export async function writeTypes(root: string, folder: string): Promise<void> {
  const all = declarations(root).set(OPTIONS, optionTypes());
  const wanted = [ENTRY];
  for (const name of wanted) {
    const text = all.get(name);
    if (text === undefined) throw new Error(`The types of the package need ${name}, which is not there.`);
    for (const [, path = ''] of text.matchAll(/from '(\.[^']+)\.ts'/gu)) {
      const imported = `${posix.join(posix.dirname(name), path)}.d.ts`;
      if (!wanted.includes(imported)) wanted.push(imported);
    }
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text.replace(/(from '\.[^']+)\.ts'/gu, "$1.js'"));
  }
}

/** Gives the declarations by their path below `src/`. */
function declarations(root: string): Map<string, string> {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.dom.json'), (path) => ts.sys.readFile(path)) as { config: object };
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: ['src/library/index.ts'] }, ts.sys, root);
  const program = ts.createProgram([join(root, 'src/library/index.ts')], {
    ...options, composite: false, incremental: false, declaration: true, emitDeclarationOnly: true, rootDir: join(root, 'src'), outDir: '/',
  });
  const files = new Map<string, string>();
  program.emit(undefined, (path, text) => files.set(path.replace(/^\//u, ''), text), undefined, true);
  return files;
}

/** The options as TypeScript has them. */
function optionTypes(): string {
  const fields = Object.entries(optionSchemas()).map(
    ([name, schema]) => `    /** ${schema.description} */\n    readonly ${name}?: ${typeOf(schema)} | undefined;\n`,
  );
  return [
    `export type Mode = ${modes.map((mode) => `'${mode}'`).join(' | ')};\n`,
    `export interface ParaphraseOptions {\n${fields.join('')}`,
    '    /** keep the text as one unit instead of splitting it into sentences */\n    readonly lines?: boolean | undefined;\n}\n',
  ].join('');
}

/** @throws Error for a schema that no option has yet */
function typeOf({ type, enum: names, const: value, anyOf, items }: JsonSchema): string {
  if (names) return names.map((name) => JSON.stringify(name)).join(' | ');
  if (value !== undefined) return JSON.stringify(value);
  if (anyOf) return anyOf.map((one) => typeOf(one as JsonSchema)).join(' | ');
  if (type === 'array' && typeof items === 'object' && !Array.isArray(items)) return `readonly ${typeOf(items)}[]`;
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'boolean' || type === 'string') return type;
  throw new Error(`An option's schema has the type ${String(type)}, which this file can't write.`);
}
