import type { Plugin } from 'vite';

/** An import of the library that brings a whole package along, and what stands in for it. */
type Replacement = { module: RegExp; heavy: string; light: string };

const REPLACEMENTS: readonly Replacement[] = [
  {
    // One small function of the package that places menus and tooltips. All pages with a table or a dialog would load it.
    module: /@mantine\/core\/esm\/components\/ScrollArea\/ScrollArea\.mjs$/,
    heavy: 'import { useMergeRefs } from "@floating-ui/react";',
    light: 'import { useMergedRef } from "@mantine/hooks";\nconst useMergeRefs = (refs) => useMergedRef(...refs);',
  },
  {
    // Scrollbars of a table's container, which no page has.
    module: /@mantine\/core\/esm\/components\/Table\/TableScrollContainer\.mjs$/,
    heavy: 'import { ScrollArea } from "../ScrollArea/ScrollArea.mjs";',
    light: 'const ScrollArea = "div";',
  },
  {
    // Rules of repeating events, which the calendar does not use: the server lists the sessions of a series.
    module: /@mantine\/schedule\/esm\/utils\/expand-recurring-events\/expand-recurring-events\.mjs$/,
    heavy: 'import * as rruleAll from "rrule";',
    light: 'const rruleAll = {};',
  },
  {
    // A second name for each field, for versions of React without `useId`: every field would be drawn twice.
    module: /@mantine\/hooks\/esm\/use-id\/use-id\.mjs$/,
    heavy: 'setUuid(randomId());',
    light: '',
  },
];

/**
 * The library's module without the imports that bring too much along.
 * @throws when a module no longer has the import that is replaced in it
 */
export function lighten(code: string, id: string): string | undefined {
  const replacement = REPLACEMENTS.find(({ module }) => module.test(id));
  if (!replacement) return undefined;
  if (!code.includes(replacement.heavy)) throw new Error(`${id} no longer has ${replacement.heavy}`);
  return code.replace(replacement.heavy, replacement.light);
}

export const lighterLibrary = (): Plugin => ({
  name: 'lighter-library',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    const light = lighten(code, id);
    return light === undefined ? undefined : { code: light, map: null };
  },
});
