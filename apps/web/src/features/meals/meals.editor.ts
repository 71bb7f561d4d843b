import type { MealPlan } from '@stridewell/contract/meals/meals.plan.rules';
import type { FoodsById, PlanFood } from '@stridewell/contract/meals/meals.totals.rules';
import { Autosave, LateSchema, type SaveOutcome, type SaveStatus } from '../../device/autosave.ts';
import { Store } from '../../lib/store.ts';

type EditorState = {
  plan: MealPlan;
  status: SaveStatus;
  problem: string | null;
  canUndo: boolean;
  canRedo: boolean;
  /** Facts of all foods that the plan has had while it was edited, so that undo finds them. */
  foods: FoodsById;
};

type Saved = { plan: MealPlan; version: number; foods: readonly PlanFood[] };

const byId = (foods: readonly PlanFood[]): [string, PlanFood][] => foods.map((food) => [food.id, food]);

export const mealPlanSchema = new LateSchema(
  async () => (await import('@stridewell/contract/meals/meals.plan')).mealPlan,
);

/** A meal plan as it is edited: its history, its foods, and how it gets saved. */
export class MealPlanEditor extends Store<EditorState> {
  readonly #autosave: Autosave<MealPlan>;

  /** @param name names the backup on this device */
  constructor(name: string, saved: Saved, save: (plan: MealPlan, basedOn: number) => Promise<SaveOutcome>) {
    const autosave = new Autosave({
      name,
      field: 'plan',
      schema: mealPlanSchema,
      saved: { content: saved.plan, version: saved.version },
      save,
    });
    const { content: plan, ...state } = autosave.state;
    super({ ...state, plan, foods: new Map(byId(saved.foods)) });
    this.#autosave = autosave;
    autosave.onChange(({ content, ...next }) => this.set({ ...this.getSnapshot(), ...next, plan: content }));
  }

  /** Changes the plan in one step of the history. */
  edit(recipe: (draft: MealPlan) => void): void {
    this.#autosave.edit(recipe);
  }

  /** Remembers the facts of foods that were found, before the plan gets them. */
  know(foods: readonly PlanFood[]): void {
    const state = this.getSnapshot();
    this.set({ ...state, foods: new Map([...state.foods, ...byId(foods)]) });
  }

  undo(): void {
    this.#autosave.undo();
  }

  redo(): void {
    this.#autosave.redo();
  }

  flush(): Promise<void> {
    return this.#autosave.flush();
  }

  /** Keeps this version although another one was saved elsewhere; that one stays in the versions. */
  overwrite(version: number): Promise<void> {
    return this.#autosave.overwrite(version);
  }

  /** Takes the version that was saved elsewhere. */
  replace({ plan, version, foods }: Saved): void {
    this.know(foods);
    this.#autosave.replace({ content: plan, version });
  }

  /** Before the page may go away. */
  keep(): void {
    this.#autosave.keep();
  }

  get isUnsaved(): boolean {
    return this.#autosave.isUnsaved;
  }

  /** The version that the server has. */
  get version(): number {
    return this.#autosave.version;
  }
}
