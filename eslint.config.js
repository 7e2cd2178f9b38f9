import svelte from 'eslint-plugin-svelte';
import tseslint from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

/** These floors give the same answer for the same arguments. */
const pure = ['src/{core,rich,lab}/**/*.ts'];

const reason = 'pure code takes the seed, the clock and the store as arguments';

/** Rules about the code's sense, and how much of it stands in one place; how it is laid out is nobody's business here. */
const common = {
  'no-debugger': 'error',
  'no-constant-condition': ['error', { checkLoops: false }],
  'no-dupe-else-if': 'error',
  'no-duplicate-case': 'error',
  'no-control-regex': 'error',
  'no-fallthrough': 'error',
  'no-self-assign': 'error',
  'no-self-compare': 'error',
  'no-sparse-arrays': 'error',
  'no-unreachable': 'error',
  'no-unsafe-finally': 'error',
  'no-unsafe-negation': 'error',
  'no-useless-escape': 'error',
  'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'], location: 'anywhere' }],
  'prefer-const': 'error',
  'use-isnan': 'error',
  'valid-typeof': 'error',
  eqeqeq: ['error', 'always'],
  'max-len': ['error', { code: 140 }],
  'max-lines': ['error', { max: 300 }],
  'max-params': ['error', { max: 4 }],
};

const typescript = {
  '@typescript-eslint/no-explicit-any': 'error',
  '@typescript-eslint/ban-ts-comment': ['error', { 'ts-ignore': true, 'ts-nocheck': true, 'ts-expect-error': 'allow-with-description' }],
  '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
  '@typescript-eslint/no-import-type-side-effects': 'error',
  '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
};

/** What only the types can tell: promises nobody waits for, checks that are always true, errors thrown as strings. */
const typeChecked = {
  '@typescript-eslint/await-thenable': 'error',
  '@typescript-eslint/no-floating-promises': 'error',
  '@typescript-eslint/no-misused-promises': 'error',
  '@typescript-eslint/no-for-in-array': 'error',
  '@typescript-eslint/no-base-to-string': 'error',
  '@typescript-eslint/only-throw-error': 'error',
  '@typescript-eslint/prefer-promise-reject-errors': 'error',
  '@typescript-eslint/restrict-plus-operands': 'error',
  '@typescript-eslint/no-unnecessary-type-assertion': 'error',
  '@typescript-eslint/no-unsafe-argument': 'error',
  '@typescript-eslint/no-unsafe-assignment': 'error',
  '@typescript-eslint/no-unsafe-call': 'error',
  '@typescript-eslint/no-unsafe-member-access': 'error',
  '@typescript-eslint/no-unsafe-return': 'error',
  '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
};

export default tseslint.config(
  { ignores: ['node_modules/', 'dist{,-extension,-library}/', '.cache/', '.work/', 'models/', 'public/', 'test/golden/', 'coverage/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' }, rules: common },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.base],
    rules: typescript,
  },
  {
    files: ['src/**/*.ts', 'workers/**/*.ts', 'test/{unit,oracle,bench,quality,e2e}/**/*.ts'],
    ignores: ['**/*.svelte.ts'],
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.node.json', './tsconfig.webworker.json', './tsconfig.dom.json', './tsconfig.e2e.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: typeChecked,
  },
  ...svelte.configs['flat/recommended'],
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    plugins: { '@typescript-eslint': tseslint.plugin },
    languageOptions: { parserOptions: { parser: tseslint.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
    // $props() are bound with let; svelte/prefer-const knows that. Reactive state here is $state.raw over immutable
    // maps: replaced, never changed in place. The rule on ignore comments takes the words of their explanation for
    // codes; svelte-check knows better.
    rules: {
      ...typescript,
      'prefer-const': 'off',
      'svelte/prefer-const': 'error',
      'svelte/prefer-svelte-reactivity': 'off',
      'svelte/no-unused-svelte-ignore': 'off',
      'svelte/no-useless-mustaches': 'off',
    },
  },
  {
    // Test doubles and oracles read what they know to be there.
    files: ['test/**/*.ts'],
    rules: Object.fromEntries(
      ['argument', 'assignment', 'call', 'member-access', 'return'].map((what) => [`@typescript-eslint/no-unsafe-${what}`, 'off']),
    ),
  },
  {
    files: pure,
    rules: {
      'no-console': 'error',
      'no-restricted-globals': [
        'error',
        ...[
          'fetch',
          'window',
          'document',
          'navigator',
          'localStorage',
          'indexedDB',
          'crypto',
          'performance',
          'process',
          'setTimeout',
          'setInterval',
        ].map((name) => ({ name, message: reason })),
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: reason },
        { object: 'Date', property: 'now', message: reason },
        { object: 'globalThis', property: 'fetch', message: reason },
      ],
      'no-restricted-syntax': ['error', { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: reason }],
    },
  },
  {
    files: [
      'src/{app,extension}/**', 'src/engine/client/**', 'src/library/*.ts', 'workers/**/*.ts',
    ],
    rules: { 'no-console': 'error' },
  },
);
