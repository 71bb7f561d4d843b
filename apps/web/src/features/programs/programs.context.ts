import type { Exercise } from '@stridewell/contract/exercises/exercises';
import type { NameMatch } from '@stridewell/contract/exercises/exercises.names.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { createContext, use, useCallback, useSyncExternalStore } from 'react';
import type { EditorState, ProgramEditor } from './programs.editor.ts';
import { PLACES, type Place, samePlace } from './programs.places.ts';

type Builder = {
  editor: ProgramEditor;
  /** The coach's library without hidden exercises. */
  exercises: readonly Exercise[];
  /** All exercises by id, hidden ones included. */
  byId: ReadonlyMap<string, Exercise>;
  /** Finds the exercises of the library that a typed name can mean. */
  find: (name: string) => NameMatch<Exercise>;
  units: UnitSystem;
};

export const BuilderContext = createContext<Builder | null>(null);

/** @throws Error outside of a program builder */
export function useBuilder(): Builder {
  const builder = use(BuilderContext);
  if (!builder) throw new Error('the builder is missing');
  return builder;
}

/** A part of the editor's state. Renders again only when that part changes. */
export function useEditor<Value>(read: (state: EditorState) => Value): Value {
  const { editor } = useBuilder();
  const snapshot = () => read(editor.getSnapshot());
  return useSyncExternalStore(editor.subscribe, snapshot, snapshot);
}

/** For the element of a place: it takes the focus when the editor moves there, and only one is in the tab order. */
export function usePlace({ at, key }: Place) {
  const { editor } = useBuilder();
  const isCursor = useEditor(({ cursor }) => samePlace(cursor, { at, key }));
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (element && isCursor && editor.claimFocus()) element.focus();
    },
    [editor, isCursor],
  );
  return { ref, tabIndex: isCursor ? 0 : -1, 'data-place': `${at} ${key}` };
}

/** The place of an element, as `usePlace` marked it. */
export function readPlace(element: EventTarget): Place | undefined {
  const [at = '', key] = element instanceof HTMLElement ? (element.dataset.place ?? '').split(' ') : [];
  const known = PLACES.find((name) => name === at);
  return known && key ? { at: known, key } : undefined;
}
