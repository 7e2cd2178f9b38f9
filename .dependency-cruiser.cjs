/**
 * The folder law: imports point downwards only. `npm run law` fails on the first one that does not.
 * Every rule names a folder and what it may import; all the rest is forbidden.
 * The floors, from the bottom: core, engine and rich, lab, app, then what is started: workers, cli, library, extension.
 */
const core = '^src/core/';
const text = '^src/core/text/';
const metrics = '^src/core/metrics/';
const errors = '^src/core/errors\\.ts$';
const protocol = '^src/core/protocol\\.ts$';
const options = '^src/core/(options|aims)\\.ts$';
/** What the engine and its clients wait with. */
const waiting = '^src/core/(queue|waiting)\\.ts$';
const rewriter = '^src/engine/rewriter\\.ts$';
const policy = '^src/engine/(policy|engine-address)\\.ts$';
const files = '^src/engine/files/';
/** Imported as an address alone: an engine's program may be started to speak to a hub. */
const engineProgram = '^workers/paraphrase\\.worker\\.ts$';
/** The page's stores in their line: one that comes later may read an earlier one, never back. */
const stores = ['settings', 'documents', 'words', 'engine', 'rewrites', 'review', 'files', 'compose', 'corpus', 'measure'];
const panes = '^src/app/ui/(chrome|compose|corpus|documents|measure|research|review|rewrites)/';
const npm = '(^|/)node_modules/';

/** Forbids `folder` every module of ours that is not in `allowed` (regular expressions), itself and the errors excepted. */
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
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'two modules that need each other are one module, or hide a third',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-folder-cycles',
      severity: 'error',
      comment: 'folders that need each other are one folder, or hide a third',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      comment: 'a module that nobody imports is dead, unless it is an entry',
      from: {
        orphan: true,
        path: '^(src|workers)/',
        pathNot: [
          '^src/app/(main|service-worker)\\.ts$', '^src/extension/[^/]+\\.ts$', '^src/setup/', '\\.worker\\.ts$', '\\.d\\.ts$', '\\.json$',
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
      from: { path: '^(src|workers)/' },
      to: { path: '^test/' },
    },
    {
      name: 'no-development-packages',
      severity: 'error',
      comment: 'what is shipped comes from dependencies',
      from: { path: '^(src|workers)/', pathNot: ['^src/setup/', '^src/app/(service-worker|main|open-app)\\.ts$', '^src/app/(ui|state)/'] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },

    law('core-imports', core, [], 'core stands on nothing of ours'),
    law('queue-imports', waiting, [], 'what is waited with imports nothing of ours'),
    law('options-imports', options, [], 'the options import nothing of ours'),
    law(
      'protocol-imports', protocol,
      [options, '^src/core/(quality/(finding|slips)|text/(spelling|offsets|words))\\.ts$'],
      'the protocol is types and the errors',
    ),
    law('text-imports', text, [], 'text imports nothing of ours'),
    law('metrics-imports', metrics, [text], 'metrics import text'),
    law('alignment-imports', '^src/core/alignment/', [text], 'the aligner imports text'),
    law('constraints-imports', '^src/core/constraints/', [text, '^src/core/quality/reading/'], 'constraints import text and its reading'),
    law('decoding-imports', '^src/core/decoding/', ['^src/core/constraints/'], 'decoding imports constraints'),
    law('quality-imports', '^src/core/quality/', [text, metrics], 'quality imports text and metrics'),
    law(
      'choice-imports', '^src/core/choice/',
      [text, metrics, options, '^src/core/quality/'],
      'choice imports quality, text, metrics and the options',
    ),

    law('engine-imports', '^src/engine/', [core], 'the engine imports core'),
    law(
      'files-imports', files,
      [protocol, waiting, '^src/core/quality/(estimator|surprisal)\\.ts$'],
      'files know what a manifest holds and how loading is told',
    ),
    law(
      'client-imports', '^src/engine/client/', [protocol, waiting, rewriter],
      'the client knows the worker by its protocol only',
    ),
    law('model-imports', '^src/engine/model/', [core, files], 'the model imports core and files'),
    law('hub-imports', '^src/engine/hub/', [core, files, '^src/engine/model/'], 'models of a hub import what the bundled ones do'),
    law('rich-imports', '^src/rich/', [text, protocol], 'rich text imports text; the reader of Word documents names its answers'),
    law('lab-imports', '^src/lab/', [core], 'what researchers measure with imports core'),

    law('platform-imports', '^src/app/platform/', [files], 'platform imports files'),
    law(
      'starting-imports', '^src/app/workers/', [protocol, policy, engineProgram],
      'what starts workers knows them by their protocol and address only',
    ),
    law(
      'state-imports', '^src/app/state/',
      [core, '^src/engine/(client/|files/hash\\.ts$)', rewriter, '^src/rich/', '^src/lab/', '^src/app/(platform|workers)/'],
      'state imports what is below the app, platform, and what starts workers',
    ),
    ...stores.slice(0, -1).map((store, at) => ({
      name: `store-${store}`,
      severity: 'error',
      comment: 'a store reads those before it in the line',
      from: { path: `^src/app/state/${store}/` },
      to: { path: `^src/app/state/(${stores.slice(at + 1).join('|')})/` },
    })),
    {
      name: 'panes-apart',
      severity: 'error',
      comment: 'no pane knows another; what two of them show lies in common',
      from: { path: panes },
      to: { path: panes, pathNot: '^src/app/ui/$1/' },
    },
    law(
      'ui-imports', '^src/app/ui/',
      ['^src/app/state/', text, '^src/core/quality/finding\\.ts$', protocol],
      'components import state and types',
    ),
    {
      name: 'ui-types-only',
      severity: 'error',
      comment: 'components take types from core, and no logic',
      from: { path: '^src/app/ui/' },
      to: { path: core, dependencyTypesNot: ['type-only'] },
    },
    law(
      'service-worker-imports', '^src/app/service-worker\\.ts$',
      ['^src/app/platform/', policy],
      'the service worker imports platform and the policy',
    ),
    law('app-imports', '^src/app/', [core, '^src/(engine|rich|lab)/', engineProgram], 'the app imports what is below it'),
    law(
      'extension-imports', '^src/extension/',
      ['^src/app/(open-app|state/host\\.svelte)\\.ts$'],
      'the extension opens the app and joins it to the page beside',
    ),
    law(
      'worker-imports', '^workers/',
      [core, '^src/engine/', '^src/rich/word/', '^src/app/platform/(capabilities|kept-budget|kept-weights|hub-place)\\.ts$'],
      'a worker is a thin entry over engine and pipeline, or over the reader of Word documents',
    ),
    {
      name: 'workers-are-above',
      severity: 'error',
      comment: 'a worker is created by its address',
      from: { path: '^src/', pathNot: ['^src/app/workers/create-worker\\.ts$'] },
      to: { path: '^workers/' },
    },
    law(
      'cli-imports', '^src/cli/', [core, '^src/engine/', '^src/rich/[^/]+\\.ts$', '^src/lab/'],
      'the command line imports core, engine, what rich knows of plain lines, and lab',
    ),
    law(
      'library-imports', '^src/library/',
      [
        protocol, '^src/core/known-language\\.ts$', options, waiting, files, '^src/engine/client/', rewriter,
        '^src/cli/(tools|model-folder)\\.ts$',
      ],
      'the package is a rewriter: in a page that of a worker, under Node that of the command line',
    ),
    law(
      'setup-imports', '^src/setup/',
      [policy, options, '^src/cli/option-schemas\\.ts$'],
      'setting up imports the policy, and the options for the types of the package',
    ),
    law(
      'quality-tool-imports', '^test/quality/',
      [core, '^src/(lab|cli)/', '^src/app/state/rewrites/(changes|doubtful|verdict)\\.ts$'],
      'the table of quality drives the command line and measures what it and the cards say',
    ),

    packages(
      'core-packages', '^src/(core/[a-z]+|lab)/',
      ['pure-rand', 'fastest-levenshtein', 'diff', 'compromise', 'eld'],
      'what is pure stands on five small pure packages',
    ),
    packages('pipeline-packages', '^src/core/pipeline/', [], 'the pipeline stands on core alone'),
    packages('options-packages', options, ['valibot'], 'options are checked with valibot'),
    packages('rich-packages', '^src/rich/[^/]+$', ['diff'], 'rich text compares words'),
    packages(
      'formats-packages', '^src/rich/formats/', ['docx', 'fflate', 'micromark[^/]*', 'diff'],
      'formats stand on a library each, and compare what they read',
    ),
    packages('word-packages', '^src/rich/word/', ['fflate', 'mammoth'], 'Word documents are unpacked within bounds, then read'),
    packages('files-packages', files, ['valibot'], 'manifests are checked with valibot'),
    packages(
      'engine-packages', '^src/engine/(model|hub)/',
      ['onnxruntime-web', 'onnxruntime-common', '@huggingface/tokenizers', '@huggingface/transformers', 'valibot'],
      'the engine knows onnxruntime and the tokenizers, no comlink',
    ),
    packages('proofread-packages', '^src/engine/proofread/', ['harper\\.js'], 'the proofreader is a package'),
    packages('engine-door-packages', '^src/engine/[^/]+$', [], 'what puts the engine together stands on ours alone'),
    packages('client-packages', '^src/engine/(client|worker)/', ['comlink'], 'both sides of a worker speak comlink'),
    packages('worker-packages', '^workers/', ['comlink', 'nspell'], 'worker entries speak comlink'),
    packages('platform-packages', '^src/app/platform/', ['idb', 'workbox-window', 'vite-plugin-pwa'], 'platform wraps browser storage'),
    packages('library-packages', '^src/library/', [], 'the package stands on ours alone'),
    packages(
      'cli-packages', '^src/cli/',
      ['valibot', '@valibot/to-json-schema', 'harper\\.js', 'onnxruntime-web', 'papaparse'],
      'the command line checks its input with valibot',
    ),
    packages(
      'quality-tool-packages', '^test/quality/', ['valibot', 'harper.js', 'compromise'],
      'the table of quality has its own grammar checker and word classes',
    ),
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
      from: { path: '^(src|workers)/', pathNot: ['^src/engine/(client|worker)/', '^src/app/workers/', '\\.worker\\.ts$'] },
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
