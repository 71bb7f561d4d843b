import { readFileSync } from 'node:fs';
import path from 'node:path';
import postcss, { type ChildNode, type Rule } from 'postcss';
import { LOADS } from './parts/loads.ts';

const STYLE = /<style>([\s\S]*?)<\/style>/g;
const CLASSES = /\sclass="([^"]*)"/g;
const ISLAND = /\scomponent-url="\/([^"]*)"/g;
/** Groups whose classes an element may do without. */
const CHOICES = /:(?:not|is|where|has)\((?:[^()]|\([^()]*\))*\)/g;
const CLASS = /\.(-?[A-Za-z_][\w-]*)/g;
const KEYFRAMES = /^(?:-\w+-)?keyframes$/;

const groupsOf = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, group = '']) => group);

/** The classes without which a selector applies to nothing. */
const needsOf = (selector: string): string[] => groupsOf(selector.replace(CHOICES, ''), CLASS);

/**
 * Leaves out of a page the styles of classes that neither it nor its islands have.
 * @param clientRoot folder of the client's build
 * @returns the function that takes the HTML of a page
 */
export function createPageStyles(clientRoot: string): (html: string) => string {
  const sheets = new Map<string, Sheet>();
  const islands = readIslands(clientRoot);
  return (html) => {
    const classes = new Set(groupsOf(html, CLASSES).flatMap((names) => names.split(' ')));
    const words = new Set(groupsOf(html, ISLAND).flatMap((file) => [...islands(file)]));
    // Islands compose some names, like `mantine-Modal-title`.
    const isUsed = (name: string) => classes.has(name) || name.split('-').every((part) => words.has(part));
    return html.replace(STYLE, (_style, css: string) => {
      const sheet = sheets.get(css) ?? readSheet(css);
      sheets.set(css, sheet);
      return `<style>${sheet(isUsed)}</style>`;
    });
  };
}

/** Prints the rules that apply to elements with the used classes. */
type Sheet = (isUsed: (name: string) => boolean) => string;

function readSheet(css: string): Sheet {
  const selectorsOf = new Map<Rule, { text: string; needs: string[] }[]>();
  const keyframes: { name: string; text: string }[] = [];
  const root = postcss.parse(css);
  root.walkAtRules(KEYFRAMES, (rule) => {
    keyframes.push({ name: rule.params, text: rule.toString() });
    rule.remove();
  });
  root.walkRules((rule) => {
    selectorsOf.set(
      rule,
      rule.selectors.map((text) => ({ text, needs: needsOf(text) })),
    );
  });
  return (isUsed) => {
    const print = (node: ChildNode): string => {
      if (node.type === 'rule') {
        const kept = selectorsOf.get(node)?.filter(({ needs }) => needs.every(isUsed)) ?? [];
        const body = node.nodes.map((child) => child.toString()).join(';');
        return kept.length > 0 ? `${kept.map(({ text }) => text).join(',')}{${body}}` : '';
      }
      // A face of a font has declarations only.
      if (node.type !== 'atrule' || !node.nodes?.some(({ type }) => type !== 'decl'))
        return node.type === 'atrule' && !node.nodes ? `${node.toString()};` : node.toString();
      const inside = node.nodes.map(print).join('');
      return inside && `@${node.name} ${node.params}{${inside}}`;
    };
    const rules = root.nodes.map(print).join('');
    return rules + keyframes.flatMap(({ name, text }) => (rules.includes(name) ? [text] : [])).join('');
  };
}

/** The words in the script of an island and in all that it may load, by the address of the island. */
function readIslands(clientRoot: string): (file: string) => ReadonlySet<string> {
  const read = (file: string) => readFileSync(path.join(clientRoot, file), 'utf8');
  const loads: Readonly<Record<string, readonly string[]>> = JSON.parse(read(LOADS));
  const wordsOf = new Map<string, ReadonlySet<string>>();
  const wordsIn = (file: string) => {
    const words = wordsOf.get(file) ?? new Set(read(file).match(/\w+/g));
    wordsOf.set(file, words);
    return words;
  };
  return (island) => {
    const files = new Set([island]);
    // A set grows while it is walked.
    for (const file of files) for (const next of loads[file] ?? []) files.add(next);
    return new Set([...files].flatMap((file) => [...wordsIn(file)]));
  };
}
