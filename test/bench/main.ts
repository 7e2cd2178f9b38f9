/**
 * `npm run bench [-- --json] [--model base|tiny] [--runtime native|wasm] [--quick]`: what the engine costs on this machine, beside
 * @huggingface/transformers with the same weights. `test/bench/README.md` says what is measured, and how. Only ratios are worth quoting.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { asked } from './asked.ts';
import { requireExport } from './contest/export.ts';
import { writePlots } from './cost/plots.ts';
import { type Part, parts } from './parts.ts';
import { type Findings, joined } from './report/findings.ts';
import { markdownOf } from './report/markdown.ts';
import { reportOf, type Versions } from './report/report.ts';

/** The versions of what is measured. */
async function versionsOf(): Promise<Versions> {
  const packageOf = (name: string): string =>
    (JSON.parse(readFileSync(new URL(`../../node_modules/${name}/package.json`, import.meta.url), 'utf8')) as { version: string }).version;
  return {
    node: process.versions.node, v8: process.versions.v8,
    'onnxruntime-web': (await import('onnxruntime-web')).env.versions.web ?? '',
    '@huggingface/transformers': packageOf('@huggingface/transformers'),
  };
}

async function main(): Promise<void> {
  const { extent, names, json, keep, out } = await asked(process.argv.slice(2));
  for (const name of names) parts[name]?.exports?.(extent.model).forEach(requireExport);
  let findings: Findings = keep !== undefined && existsSync(keep) ? JSON.parse(readFileSync(keep, 'utf8')) as Findings : {};
  for (const name of names) {
    extent.say(`— ${name}`);
    findings = joined(findings, await (parts[name] as Part).run(extent));
    if (keep !== undefined) writeFileSync(keep, JSON.stringify(findings));
  }
  const machine = { processor: cpus()[0]?.model ?? '', cores: cpus().length, memoryGiB: Math.round(totalmem() / 2 ** 30) };
  const report = reportOf(findings, { model: extent.model, machine, versions: await versionsOf() });
  const page = markdownOf(report);
  if (out !== undefined) {
    mkdirSync(out, { recursive: true });
    writeFileSync(join(out, 'report.json'), `${JSON.stringify(report, null, 1)}\n`);
    writeFileSync(join(out, 'report.md'), page);
    writePlots(out, findings.lengths ?? []);
  }
  process.stdout.write(json ? `${JSON.stringify(report)}\n` : page);
}

await main().catch((cause: unknown) => {
  process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`);
  process.exitCode = 1;
});
