/**
 * The folder law: imports point downwards only. `npm run law` fails on the first one that does not.
 * Every rule names a folder and what it may import; all the rest is forbidden.
 */
const errors = '^src/errors\\.ts$';
const protocol = '^src/protocol\\.ts$';
const options = '^src/(options|aims)\\.ts$';
const corpus = '^src/corpus/';
const policy = '^src/(policy|engine-address)\\.ts$';
const queue = '^src/queue\\.ts$';
const files = '^src/files/';
/** Imported as an address alone: an engine's program may be started to speak to a hub. */
const engineProgram = '^workers/paraphrase\\.worker\\.ts$';
const npm = '(^|/)node_modules/';
const pureFolders = 'text|constraints|decoding|evaluation|quality|choice';
const metrics = '^src/evaluation/metrics/';

/** Forbids `folder` every module of ours that is not in `allowed` (regular expressions), itself and src/errors.ts excepted. */
const law = (name, folder, allowed, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: folder },
  to: { path: '^(src|workers|quality|test)/', pathNot: [folder, errors, ...allowed] },
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
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'two modules that need each other are one module, or hide a third',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      comment: 'a module that nobody imports is dead, unless it is an entry',
      from: {
        orphan: true,
        path: '^(src|workers|quality)/',
        pathNot: [
          '^src/(main|service-worker)\\.ts$', '^src/extension/[^/]+\\.ts$', '^src/setup/', '\\.worker\\.ts$', '\\.d\\.ts$', '\\.json$',
          '^src/library/((index|global|node)\\.ts$|examples/)',
        ],
      },
      to: {},
    },
    {
      name: 'no-unresolved',
      severity: 'error',
      comment: 'every import resolves, but in examples, which import the package as it is installed',
      from: { pathNot: '^src/library/examples/' },
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'no-test-code',
      severity: 'error',
      comment: 'the product never needs its tests',
      from: { path: '^(src|workers|quality)/' },
      to: { path: '^test/' },
    },
    {
      name: 'no-development-packages',
      severity: 'error',
      comment: 'what is shipped comes from dependencies',
      from: { path: '^(src|workers)/', pathNot: ['^src/setup/', '^src/(service-worker|main|open-app)\\.ts$', '^src/(ui|state)/'] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },

    law('queue-imports', queue, [], 'the queue imports nothing of ours'),
    law('options-imports', options, [], 'the options import nothing of ours'),
    law(
      'files-imports',
      files,
      ['^src/quality/(estimator|surprisal)\\.ts$', protocol],
      'files know what a manifest holds and how loading is told',
    ),
    law('text-imports', '^src/text/', [], 'text imports nothing of ours'),
    law('rich-imports', '^src/rich/', ['^src/text/'], 'rich text imports text'),
    law('formats-imports', '^src/formats/', ['^src/rich/'], 'formats import rich text'),
    law('constraints-imports', '^src/constraints/', ['^src/text/'], 'constraints import text'),
    law('decoding-imports', '^src/decoding/', ['^src/constraints/'], 'decoding imports constraints'),
    law('evaluation-imports', '^src/evaluation/', ['^src/text/'], 'evaluation imports text'),
    law('quality-imports', '^src/quality/', ['^src/text/', metrics], 'quality imports text and metrics'),
    law(
      'choice-imports',
      '^src/choice/',
      ['^src/(text|quality)/', metrics, options],
      'choice imports quality, text, metrics and the options',
    ),
    law('corpus-imports', corpus, ['^src/(text|evaluation)/', options], 'a corpus is measured, and made by whoever calls it'),
    law(
      'pipeline-imports',
      '^src/pipeline/',
      [`^src/(${pureFolders})/`, protocol, options],
      'the pipeline imports the pure folders, protocol and options',
    ),
    law('platform-imports', '^src/platform/', [files], 'platform imports files'),
    law(
      'client-imports', '^src/client/', [protocol, policy, engineProgram],
      'the client knows the workers by their protocol and address only',
    ),
    law(
      'state-imports',
      '^src/state/',
      ['^src/(client|platform|rich|formats|corpus)/', `^src/(${pureFolders})/`, protocol, options],
      'state imports client, platform, rich text with its formats and the pure folders',
    ),
    law(
      'ui-imports',
      '^src/ui/',
      ['^src/state/', '^src/text/', '^src/quality/finding\\.ts$', protocol],
      'components import state and types',
    ),
    {
      name: 'ui-types-only',
      severity: 'error',
      comment: 'components take types from text, quality, errors and the protocol, and no logic',
      from: { path: '^src/ui/' },
      to: { path: ['^src/(text|quality)/', errors, protocol], dependencyTypesNot: ['type-only'] },
    },
    law('protocol-imports', protocol, [options, '^src/(quality/(finding|slips)|text/(spelling|offsets|words))\\.ts$'],
      'the protocol is types and src/errors.ts'),
    {
      name: 'workers-are-above',
      severity: 'error',
      comment: 'only the command line loads the engine; the page creates its worker by its address',
      from: { path: '^src/', pathNot: ['^src/cli/', '^src/client/create-worker\\.ts$'] },
      to: { path: '^workers/' },
    },
    law(
      'engine-imports',
      '^workers/engine/',
      [`^src/(${pureFolders})/`, files, protocol],
      'the engine imports the pure folders, files and the protocol',
    ),
    law('word-imports', '^workers/word/', [protocol], 'the reader of Word documents knows its answers only'),
    law(
      'worker-imports',
      '^workers/[^/]+\\.worker\\.ts$',
      [
        '^workers/(engine|word)/', protocol, options, files, '^src/platform/(adapter|kept-budget|kept-weights|hub-place)\\.ts$',
        `^src/(${pureFolders}|pipeline)/`,
      ],
      'a worker is a thin entry over engine and pipeline, or over the reader of Word documents',
    ),
    law(
      'cli-imports',
      '^src/cli/',
      [policy, protocol, options, queue, files, corpus, '^workers/engine/', `^src/(${pureFolders}|pipeline)/`],
      'the command line imports everything but ui, state and platform',
    ),
    law(
      'quality-tool-imports',
      '^test/quality/',
      ['^src/(text|evaluation|quality|choice|pipeline|cli)/', protocol, options, '^src/state/rewrites/(changes|doubtful|verdict)\\.ts$'],
      'the table of quality drives the command line and measures what it and the cards say',
    ),
    law(
      'extension-imports',
      '^src/extension/',
      ['^src/open-app\\.ts$', '^src/state/host\\.svelte\\.ts$'],
      'the extension opens the app and joins it to the page beside',
    ),
    law(
      'library-imports',
      '^src/library/',
      ['^src/(client|pipeline)/', '^src/cli/(tools|model-folder)\\.ts$', protocol, options, queue, files],
      'the package is the client of a worker in a page, and the pipeline with the tools of the command line under Node',
    ),
    law(
      'setup-imports',
      '^src/setup/',
      [policy, options, '^src/cli/option-schemas\\.ts$'],
      'setting up imports the policy, and the options for the types of the package',
    ),
    law(
      'service-worker-imports',
      '^src/service-worker\\.ts$',
      ['^src/platform/', policy],
      'the service worker imports platform and the policy',
    ),

    packages(
      'pure-packages',
      `^src/(${pureFolders}|corpus)/`,
      ['pure-rand', 'fastest-levenshtein', 'diff', 'compromise', 'eld'],
      'the pure folders stand on five small pure packages',
    ),
    packages('rich-packages', '^src/rich/', ['diff'], 'rich text compares words'),
    packages('formats-packages', '^src/formats/', ['docx', 'fflate', 'micromark[^/]*', 'diff'],
      'formats stand on a library each, and compare what they read'),
    packages('pipeline-packages', '^src/pipeline/', [], 'the pipeline stands on the pure folders'),
    packages('options-packages', options, ['valibot'], 'options are checked with valibot'),
    packages('files-packages', files, ['valibot'], 'manifests are checked with valibot'),
    packages(
      'engine-packages',
      '^workers/engine/',
      ['onnxruntime-web', 'onnxruntime-common', '@huggingface/tokenizers', '@huggingface/transformers', 'valibot'],
      'the engine knows onnxruntime and the tokenizers, no comlink',
    ),
    packages('word-packages', '^workers/word/', ['fflate', 'mammoth'], 'Word documents are unpacked within bounds, then read'),
    packages('worker-packages', '^workers/[^/]+\\.worker\\.ts$', ['comlink', 'valibot', 'nspell'], 'worker entries speak comlink'),
    packages('platform-packages', '^src/platform/', ['idb', 'workbox-window', 'vite-plugin-pwa'], 'platform wraps browser storage'),
    packages('client-packages', '^src/client/', ['comlink'], 'the client speaks comlink'),
    packages('library-packages', '^src/library/', [], 'the package stands on ours alone'),
    packages(
      'cli-packages',
      '^src/cli/',
      ['valibot', '@valibot/to-json-schema', 'harper\\.js', 'onnxruntime-web', 'papaparse'],
      'the command line checks its input with valibot',
    ),
    packages('quality-tool-packages', '^test/quality/', ['valibot', 'harper.js'], 'the table of quality has its own grammar checker'),
    {
      name: 'no-node-in-the-browser',
      severity: 'error',
      comment: 'only the command line and the package’s part for it run under Node alone',
      from: { path: '^(src|workers)/', pathNot: ['^src/(cli|setup)/', '^src/library/(node\\.ts$|examples/)'] },
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
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['browser', 'import', 'module', 'svelte', 'types', 'default'],
      extensions: ['.ts', '.svelte.ts', '.mjs', '.js', '.svelte', '.json'],
    },
  },
};
