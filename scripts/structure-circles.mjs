import { listImports } from './structure-imports.mjs';

/** @typedef {{ file: string, line: number, message: string }} Finding */
/** @typedef {Map<string, Map<string, Omit<Finding, 'message'>>>} Graph where each name imports which other */

const CONTRACT = /^packages\/contract\/src\/(?!.*\.test\.ts$)/;

/**
 * Finds files of the contract that import each other, within a feature or the shared ones; between features the order of
 * their list decides. Type imports count, because the files of a circle can only be understood together. Each circle is
 * reported once, at one of its imports.
 * @param {Map<string, string>} texts content of each file by its path
 * @returns {Finding[]}
 */
export function findContractCircles(texts) {
  /** @type {Graph} */
  const files = new Map();
  for (const [file, text] of texts) {
    if (!CONTRACT.test(file)) continue;
    for (const { target, line } of listImports(file, text)) {
      if (folderOf(target) === folderOf(file)) connect(files, file, target, { file, line });
    }
  }
  return circlesOf(files).map(({ path, at }) => ({
    ...at,
    message: `These files import each other, ${path.map(baseOf).join(' > ')}: move what both need into a third.`,
  }));
}

/** @param {string} file */
const folderOf = (file) => file.slice(0, file.lastIndexOf('/'));

/** @param {string} file */
const baseOf = (file) => file.slice(file.lastIndexOf('/') + 1);

/**
 * @param {Graph} graph
 * @param {string} from
 * @param {string} to
 * @param {Omit<Finding, 'message'>} at
 */
function connect(graph, from, to, at) {
  const edges = graph.get(from) ?? new Map();
  if (!edges.has(to)) edges.set(to, at);
  graph.set(from, edges);
}

/**
 * One shortest circle for each import that leads back to where it starts, without names of circles found before.
 * @param {Graph} graph
 */
function circlesOf(graph) {
  /** @type {Set<string>} */
  const seen = new Set();
  const circles = [];
  for (const [from, edges] of graph) {
    for (const [to, at] of edges) {
      if (seen.has(from) || seen.has(to)) continue;
      const back = shortestPath(graph, to, from);
      if (!back) continue;
      for (const name of back) seen.add(name);
      circles.push({ path: [from, ...back], at });
    }
  }
  return circles;
}

/**
 * @param {Graph} graph
 * @param {string} from
 * @param {string} to
 * @returns {string[] | undefined} both ends included
 */
function shortestPath(graph, from, to) {
  /** @type {string[][]} */
  const queue = [[from]];
  const known = new Set([from]);
  for (let path = queue.shift(); path; path = queue.shift()) {
    const last = path.at(-1) ?? from;
    if (last === to) return path;
    for (const next of graph.get(last)?.keys() ?? []) {
      if (known.has(next)) continue;
      known.add(next);
      queue.push([...path, next]);
    }
  }
  return undefined;
}
