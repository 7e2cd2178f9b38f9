/**
 * The folder law: imports point downwards only. `npm run law` fails on the first one that does not.
 * Every rule names a folder and what it may import; all the rest is forbidden.
 */
const errors = '^src/errors\\.ts$';
const protocol = '^workers/protocol\\.ts$';
const policy = '^src/policy\\.ts$';
const npm = '(^|/)node_modules/';
const pureFolders = 'language|constraints|decoding|selection|metrics|alignment|corpus';
const pipeline = '^src/(paraphraser|paraphrase-text|constraint-plan|candidates|candidate-pool|choice|tools|request)\\.ts$';

/** Forbids `folder` every module of ours that is not in `allowed` (regular expressions), itself and src/errors.ts excepted. */
const law = (name, folder, allowed, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: folder },
  to: { path: '^(src|workers|test)/', pathNot: [folder, errors, ...allowed] },
});

/** Forbids `folder` every npm package that is not in `allowed`. */
const packages = (name, folder, allowed, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: folder },
  to: { path: npm, pathNot: allowed.map((one) => `node_modules/${one}/`) },
});

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', comment: 'two modules that need each other are one module, or hide a third', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      comment: 'a module that nobody imports is dead, unless it is an entry',
      from: { orphan: true, path: '^(src|workers)/', pathNot: ['^src/(main|service-worker)\\.ts$', '^src/cli/setup/', '\\.worker\\.ts$', '\\.d\\.ts$', '\\.json$'] },
      to: {},
    },
    { name: 'no-unresolved', severity: 'error', comment: 'every import resolves', from: {}, to: { couldNotResolve: true, pathNot: '^virtual:' } },
    { name: 'no-test-code', severity: 'error', comment: 'the product never needs its tests', from: { path: '^(src|workers)/' }, to: { path: '^test/' } },
    { name: 'no-development-packages', severity: 'error', comment: 'what is shipped comes from dependencies', from: { path: '^(src|workers)/', pathNot: ['^src/cli/setup/', '^src/(service-worker|main)\\.ts$', '^src/(ui|state)/'] }, to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] } },

    law('language-imports', '^src/language/', [], 'language imports nothing of ours'),
    law('constraints-imports', '^src/constraints/', ['^src/language/'], 'constraints import language'),
    law('decoding-imports', '^src/decoding/', ['^src/constraints/'], 'decoding imports constraints'),
    law('metrics-imports', '^src/metrics/', ['^src/language/'], 'metrics import language'),
    law('selection-imports', '^src/selection/', ['^src/(language|metrics)/'], 'selection imports language and metrics'),
    law('alignment-imports', '^src/alignment/', ['^src/language/'], 'alignment imports language'),
    law('corpus-imports', '^src/corpus/', ['^src/(language|metrics|alignment)/'], 'corpus imports language, metrics and alignment'),
    law('pipeline-imports', pipeline, [`^src/(${pureFolders})/`, protocol], 'the pipeline imports the pure folders and the protocol'),
    law('platform-imports', '^src/platform/', [], 'platform imports nothing of ours'),
    law('client-imports', '^src/client/', [protocol], 'the client knows the workers by their protocol only'),
    law('state-imports', '^src/state/', ['^src/(client|platform)/', `^src/(${pureFolders})/`, protocol], 'state imports client, platform and the pure folders'),
    law('ui-imports', '^src/ui/', ['^src/state/', '^src/language/', protocol], 'components import state and types'),
    {
      name: 'ui-types-only',
      severity: 'error',
      comment: 'components take types from language, errors and the protocol, and no logic',
      from: { path: '^src/ui/' },
      to: { path: ['^src/language/', errors, protocol], dependencyTypesNot: ['type-only'] },
    },
    law('protocol-imports', protocol, [], 'the protocol is types and src/errors.ts'),
    law('engine-imports', '^workers/engine/', [`^src/(${pureFolders})/`, protocol], 'the engine imports the pure folders and the protocol'),
    law('worker-imports', '^workers/[^/]+\\.worker\\.ts$', ['^workers/engine/', protocol, `^src/(${pureFolders})/`, pipeline], 'a worker is a thin entry over engine and pipeline'),
    law('cli-imports', '^src/cli/', [policy, '^workers/(engine/|protocol)', `^src/(${pureFolders})/`, pipeline], 'the command line imports everything but ui, state and platform'),
    law('service-worker-imports', '^src/service-worker\\.ts$', ['^src/platform/', policy], 'the service worker imports platform and the policy'),

    packages('pure-packages', `^src/(${pureFolders})/`, ['pure-rand', 'fastest-levenshtein', 'diff', 'compromise'], 'the pure folders stand on four small pure packages'),
    packages('pipeline-packages', pipeline, ['valibot'], 'the pipeline checks requests with valibot'),
    packages('engine-packages', '^workers/engine/', ['onnxruntime-web', 'onnxruntime-common', '@huggingface/tokenizers', 'valibot'], 'the engine knows onnxruntime and the tokenizer, no comlink'),
    packages('worker-packages', '^workers/[^/]+\\.worker\\.ts$', ['comlink', 'valibot'], 'worker entries speak comlink'),
    packages('platform-packages', '^src/platform/', ['idb', 'workbox-window', 'vite-plugin-pwa'], 'platform wraps browser storage'),
    packages('client-packages', '^src/client/', ['comlink'], 'the client speaks comlink'),
    packages('cli-packages', '^src/cli/(?!setup/)', ['valibot', 'onnxruntime-web', 'papaparse'], 'the command line checks its input with valibot'),
    {
      name: 'no-node-in-the-browser',
      severity: 'error',
      comment: 'only the command line runs under Node alone',
      from: { path: '^(src|workers)/', pathNot: '^src/cli/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'comlink-at-the-edge',
      severity: 'error',
      comment: 'workers are created and addressed in one place',
      from: { path: '^(src|workers)/', pathNot: ['^src/client/', '\\.worker\\.ts$'] },
      to: { path: 'node_modules/comlink/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: `${__dirname}/tsconfig.base.json` },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['browser', 'import', 'module', 'svelte', 'types', 'default'], extensions: ['.ts', '.svelte.ts', '.mjs', '.js', '.svelte', '.json'] },
  },
};
