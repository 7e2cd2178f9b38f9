import { parse } from 'svelte/compiler';

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** Attributes and properties whose values nobody reads. */
const technical = new Set([
  'accept',
  'aria-atomic',
  'aria-busy',
  'aria-controls',
  'aria-current',
  'aria-describedby',
  'aria-expanded',
  'aria-haspopup',
  'aria-hidden',
  'aria-labelledby',
  'aria-live',
  'aria-pressed',
  'autocomplete',
  'class',
  'cx',
  'cy',
  'd',
  'fill',
  'focusable',
  'font-size',
  'for',
  'height',
  'href',
  'icon',
  'id',
  'inputmode',
  'lang',
  'name',
  'popover',
  'popovertarget',
  'popovertargetaction',
  'preserveAspectRatio',
  'r',
  'role',
  'rx',
  'scope',
  'spellcheck',
  'style',
  'tabindex',
  'text-anchor',
  'transform',
  'type',
  'value',
  'viewBox',
  'width',
  'x1',
  'x2',
  'y1',
  'y2',
]);
/** Functions whose arguments are names of things, not words for people. */
const takesNames = new Set([
  'querySelector',
  'querySelectorAll',
  'matches',
  'closest',
  'matchMedia',
  'Symbol',
  'includes',
  'getElementById',
  'split',
]);
const letters = /\p{L}/u;
/** The pattern of prose: several words, or one that begins like a sentence. */
const prose = /\p{L}[\p{L}’']*[,.:;!?…]? +\p{L}|^\p{Lu}\p{Ll}+[.:!?…]*$/u;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The literals an expression may become: not those it compares with or looks up. */
function values(node: unknown): string[] {
  if (!isNode(node)) return [];
  switch (node.type) {
    case 'Literal':
      return [text(node['value'])];
    case 'TemplateLiteral':
      return (node['quasis'] as { value: { raw: string } }[]).map(({ value }) => value.raw);
    case 'ConditionalExpression':
      return [...values(node['consequent']), ...values(node['alternate'])];
    case 'LogicalExpression':
      return [...values(node['left']), ...values(node['right'])];
    case 'BinaryExpression':
      return node['operator'] === '+' ? [...values(node['left']), ...values(node['right'])] : [];
    default:
      return [];
  }
}

function nameOfCallee(callee: unknown): string {
  if (!isNode(callee)) return '';
  return callee.type === 'MemberExpression' ? nameOfCallee(callee['property']) : text(callee['name']);
}

/** Tells whether what lies below is not shown, whatever it says. */
function isSilent(node: Node): boolean {
  if (node.type.startsWith('TS') && !['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'].includes(node.type)) return true;
  if (node.type === 'Attribute') return technical.has(text(node['name'])) || text(node['name']).startsWith('data-');
  if (node.type === 'CallExpression') return takesNames.has(nameOfCallee(node['callee']));
  // What an error says is shown as a detail, in the language of the code.
  if (node.type === 'NewExpression') return nameOfCallee(node['callee']).endsWith('Error');
  if (node.type === 'BinaryExpression') return node['operator'] !== '+';
  return [
    'ImportDeclaration',
    'ImportExpression',
    'ExportNamedDeclaration',
    'ExportAllDeclaration',
    'StyleSheet',
    'Comment',
    'SwitchCase',
  ].includes(node.type);
}

/**
 * The words in a component or module that people would see or hear: text between tags, values of attributes that are
 * shown or read out, and in expressions whatever looks like prose.
 */
export function visibleStrings(source: string): string[] {
  const found: string[] = [];
  const visit = (value: unknown, role: 'shown' | 'code'): void => {
    if (Array.isArray(value)) {
      for (const one of value) visit(one, role);
      return;
    }
    if (!isNode(value)) return;
    if (value.type === 'ExportNamedDeclaration') return visit(value['declaration'], 'code');
    if (value.type === 'SwitchCase') return visit(value['consequent'], 'code');
    if (isSilent(value)) return;
    if (value.type === 'Text' && letters.test(text(value['data']))) found.push(text(value['data']).trim());
    if (value.type === 'ExpressionTag' && role === 'shown') found.push(...values(value['expression']).filter((one) => letters.test(one)));
    if (value.type === 'Literal' || value.type === 'TemplateLiteral') found.push(...values(value).filter((one) => prose.test(one.trim())));
    for (const [key, child] of Object.entries(value)) {
      // A property's name is no string of the page; a handler's code is code.
      if (key === 'key' && value.type === 'Property' && value['computed'] !== true) continue;
      const code = value.type === 'Attribute' && /^on/u.test(text(value['name']));
      visit(child, code ? 'code' : value.type === 'ExpressionTag' ? 'code' : role);
    }
  };
  const root = parse(source, { modern: true });
  visit(root.fragment, 'shown');
  visit([root.instance?.content, root.module?.content], 'code');
  return [...new Set(found)];
}

/** The same for a module without markup. */
export const visibleStringsOfModule = (source: string): string[] => visibleStrings(`<script lang="ts">\n${source}\n</script>`);
