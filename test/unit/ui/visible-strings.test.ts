import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { visibleStrings, visibleStringsOfModule } from './visible-strings.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const sources = ['src/app/ui', 'src/app/state', 'src/app/platform'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path}`)
    .filter((path) => /\.(?:svelte|ts)$/u.test(path) && !/^src\/app\/ui\/messages[./]/u.test(path)),
);

test('no file outside the messages has words for people', () => {
  expect(sources.length).toBeGreaterThan(80);
  const found = sources.flatMap((path) => {
    const source = readFileSync(join(root, path), 'utf8');
    return (path.endsWith('.svelte') ? visibleStrings(source) : visibleStringsOfModule(source)).map((words) => `${path}: ${words}`);
  });
  expect(found).toEqual([]);
});

describe('the search sees words', () => {
  test.each([
    ['between tags', '<p>Save</p>', ['Save']],
    ['beside an expression', '<p>{count} words</p>', ['words']],
    ['in a branch', '{#if open}<b>open</b>{:else}<b>shut</b>{/if}', ['open', 'shut']],
    ['in a snippet and a key block', '{#snippet legend()}<i>marked</i>{/snippet}{#key language}<i>other</i>{/key}', ['marked', 'other']],
    ['in an expression', "<p>{open ? 'open' : 'shut'}{count + ' words'}</p>", ['open', 'shut', ' words']],
    ['in a template', '<p>{`${count} words`}</p>', [' words']],
    ['in an attribute', '<button aria-label="close" title="close it"></button>', ['close', 'close it']],
    ['in an attribute with an expression', "<button aria-label={open ? 'close' : `open ${name}`}></button>", ['close', 'open ']],
    ['in the property of a component', '<Empty title="nothing here" advice={"go on"} />', ['nothing here', 'go on']],
    ['in a handler', "<button onclick={() => say('It was done.')}></button>", ['It was done.']],
    [
      'in the script',
      '<script lang="ts">\n  const label = \'Close\';\n  const hint: string = `Press ${key} again`;\n</script>',
      ['Close', 'Press '],
    ],
  ])('%s', (_, source, words) => {
    expect(visibleStrings(source)).toEqual(words);
  });

  test('are seen in a module', () => {
    const source = [
      "export function say(kind: 'a b' | 'c'): string {",
      "  if (kind === 'a b') return 'It was done.';",
      "  return { title: 'Two words' }.title;",
      '}',
    ].join('\n');
    expect(visibleStringsOfModule(source)).toEqual(['It was done.', 'Two words']);
  });
});

describe('and passes over the rest', () => {
  test.each([
    ['punctuation', "<p>{a} · {b}{' – '}…</p>"],
    ['names of things', '<Icon name="close" /><a class="skip button" href="#top" role="link" data-state="Open">{text}</a>'],
    ['comparisons and look-ups', "<p>{status === 'ready' ? text.ready : text[kind]}</p>{#if event.key !== 'Escape'}{text.of('list')}{/if}"],
    [
      'selectors and types',
      [
        "<script lang=\"ts\">\n  import { a } from './Some file.ts';",
        "let x: 'Very well' = document.querySelector('dialog[open] button');",
        "throw new OtherwiseError('code', 'What happened.');\n</script>",
      ].join('\n'),
    ],
    ['styles', '<p class="a"></p><style>.a { content: "Some words"; }</style>'],
  ])('%s', (_, source) => {
    expect(visibleStrings(source)).toEqual([]);
  });
});
