import { BaseSequencer } from 'vitest/node';

/** Files that take long for their size, in the order in which they start. */
const LONGEST = [
  'security-walk',
  'mail-delivery',
  'hostile-fields',
  'main',
  'starting',
  'embedded-supervisor',
  'embedded-roles',
  'files.images',
  'one-machine',
  'commands',
  'fuzz',
  'sockets',
];

/**
 * Starts the tests that take longest first, so that no processor waits for the last one. Without results of an earlier
 * run, as on a new clone, Vitest starts the largest files first.
 */
export class LongestFirst extends BaseSequencer {
  /**
   * @override
   * @type {BaseSequencer['sort']}
   */
  async sort(files) {
    /** @param {{ moduleId: string }} file */
    const rankOf = ({ moduleId }) => {
      const rank = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return rank < 0 ? LONGEST.length : rank;
    };
    // Projects stay together, because a worker keeps what it has loaded for one of them.
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...projects.values()].flatMap((group) => group.toSorted((one, other) => rankOf(one) - rankOf(other)));
  }
}
