import type { Allergies } from '@stridewell/contract/meals/meals.allergies.rules';
import type { PlanAim } from '@stridewell/contract/meals/meals.plan.rules';
import type { UnitSystem } from '@stridewell/contract/units';
import { createContext, use, useSyncExternalStore } from 'react';
import type { MealPlanEditor } from './meals.editor.ts';
import type { Spot } from './meals.edits.ts';

type Builder = {
  coachId: string;
  editor: MealPlanEditor;
  /** Of the client who has the plan; none for a template. */
  allergies: Allergies;
  units: UnitSystem;
  /** The nutrition target of the client who has the plan, which counts instead of the plan's. */
  target: PlanAim | null;
};

export const BuilderContext = createContext<Builder | null>(null);

/** @throws Error outside of a meal plan builder */
export function useBuilder(): Builder {
  const builder = use(BuilderContext);
  if (!builder) throw new Error('the builder is missing');
  return builder;
}

type State = ReturnType<MealPlanEditor['getSnapshot']>;

/** A part of the editor's state. Renders again only when that part changes. */
export function useEditor<Value>(read: (state: State) => Value): Value {
  const { editor } = useBuilder();
  const snapshot = () => read(editor.getSnapshot());
  return useSyncExternalStore(editor.subscribe, snapshot, snapshot);
}

/** The target of each day of the plan. */
export function useAim(): PlanAim | null {
  const { target } = useBuilder();
  const own = useEditor(({ plan }) => plan.aim);
  return target ?? own;
}

const SPOTS = ['day', 'meal', 'food'] as const;

/** Marks the element of a spot, for the keys of the grid. */
export const spotMark = ({ at, key }: Spot) => ({ 'data-spot': `${at} ${key}` });

/** The spot that an element belongs to. */
export function readSpot(element: EventTarget | null): Spot | null {
  const marked = element instanceof HTMLElement ? element.closest<HTMLElement>('[data-spot]') : null;
  const [at = '', key] = (marked?.dataset.spot ?? '').split(' ');
  const known = SPOTS.find((name) => name === at);
  return known && key ? { at: known, key } : null;
}
