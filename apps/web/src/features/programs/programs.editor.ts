import type { Program } from '@stridewell/contract/programs/programs';
import type { Past } from '@stridewell/contract/programs/programs.past.rules';
import { create } from 'mutative';
import { Autosave, LateSchema, type SaveOutcome, type SaveStatus } from '../../device/autosave.ts';
import { Store } from '../../lib/store.ts';
import { toast } from '../../lib/toasts.ts';
import { keepsPast, NO_PAST, PAST_REASON } from './programs.past.ts';
import { firstPlace, isPastPlace, isPlace, type Place, rangeOf, samePlace } from './programs.places.ts';

export type EditorState = {
  program: Program;
  status: SaveStatus;
  /** Why it cannot be saved. */
  problem: string | null;
  /** The place with the focus, or that had it last. */
  cursor: Place;
  /** The place whose text field is open, with the text it opens with. */
  open: { place: Place; text: string } | null;
  selected: ReadonlySet<string>;
  canUndo: boolean;
  canRedo: boolean;
};

type Saved = { program: Program; version: number };
export type SaveProgram = (program: Program, basedOn: number) => Promise<SaveOutcome>;

export const programSchema = new LateSchema(
  async () => (await import('@stridewell/contract/programs/programs')).program,
);

/** A program as it is edited: its history, what is selected, and how it gets saved. */
export class ProgramEditor extends Store<EditorState> {
  readonly #autosave: Autosave<Program>;
  readonly #pastIn: (program: Program) => Past;
  #past: Past;
  #anchor: string | null = null;
  #wantsFocus = false;

  /**
   * @param name names the backup on this device
   * @param pastIn finds the past part of the program; templates have none
   */
  constructor(name: string, saved: Saved, save: SaveProgram, pastIn: (program: Program) => Past = () => NO_PAST) {
    const autosave = new Autosave({
      name,
      field: 'program',
      schema: programSchema,
      saved: { content: saved.program, version: saved.version },
      save,
    });
    const { content: program, ...state } = autosave.state;
    const past = pastIn(program);
    super({ ...state, program, cursor: firstPlace(program, past), open: null, selected: new Set() });
    this.#autosave = autosave;
    this.#pastIn = pastIn;
    this.#past = past;
    autosave.onChange(({ content, ...next }) => this.#patch({ ...next, program: content }));
  }

  /**
   * Changes the program in one step of the history, and moves the focus to `then`. An edit of what is over is refused.
   * @returns whether it was made
   */
  edit(recipe: (draft: Program) => void, then?: Place): boolean {
    const before = this.#autosave.state.content;
    if (this.#past.days.size > 0 && !keepsPast(before, create(before, recipe), this.#past)) {
      toast.error(PAST_REASON);
      return false;
    }
    this.#autosave.edit(recipe);
    if (then) this.moveTo(then);
    return true;
  }

  /** The past part of the program. */
  get past(): Past {
    return this.#past;
  }

  /** Whether a day, or the day of an exercise or of a field, is over, or a week. */
  isPast(place: Place): boolean {
    return isPastPlace(this.getSnapshot().program, place, this.#past);
  }

  undo(): void {
    if (this.#autosave.undo()) this.#keepCursor();
  }

  redo(): void {
    if (this.#autosave.redo()) this.#keepCursor();
  }

  /** Moves the focus, and selects an exercise alone. */
  moveTo(place: Place): void {
    this.#wantsFocus = true;
    this.#anchor = place.at === 'exercise' ? place.key : null;
    this.#patch({ cursor: place, selected: new Set(place.at === 'exercise' ? [place.key] : []) });
  }

  /** The focus moved without a click. An exercise that is selected with others stays so, because it may be dragged. */
  setCursor(place: Place): void {
    const { cursor, selected } = this.getSnapshot();
    if (samePlace(cursor, place)) return;
    if (selected.has(place.key)) this.#patch({ cursor: place });
    else this.moveTo(place);
    this.#wantsFocus = false;
  }

  /** The element at the cursor takes the focus when it is rendered in another place. */
  refocus(): void {
    this.#wantsFocus = true;
  }

  /** Moves the focus and selects everything between it and where the selection began, within one day. */
  extendTo(place: Place): void {
    if (place.at !== 'exercise') {
      this.moveTo(place);
      return;
    }
    const keys = this.#anchor === null ? [place.key] : rangeOf(this.getSnapshot().program, this.#anchor, place.key);
    this.#anchor ??= place.key;
    this.#wantsFocus = true;
    this.#patch({ cursor: place, selected: new Set(keys) });
  }

  /** Whether the cursor moved since the focus was last claimed. The element at the cursor then takes the focus. */
  claimFocus(): boolean {
    const wanted = this.#wantsFocus;
    this.#wantsFocus = false;
    return wanted;
  }

  /** Adds an exercise to the selection or takes it out. */
  toggle(place: Place): void {
    const selected = new Set(this.getSnapshot().selected);
    if (!selected.delete(place.key)) selected.add(place.key);
    this.#anchor = place.key;
    this.#patch({ cursor: place, selected });
  }

  select(keys: readonly string[]): void {
    this.#patch({ selected: new Set(keys) });
  }

  openField(place: Place, text = ''): void {
    this.#patch({ cursor: place, open: { place, text } });
  }

  /** Closes the field and gives the focus back to its place. */
  closeField(): void {
    this.#wantsFocus = true;
    this.#patch({ open: null });
  }

  /** The focus went elsewhere: closes the field of this place, unless another one was opened meanwhile. */
  leaveField(place: Place): void {
    const { open } = this.getSnapshot();
    if (open && samePlace(open.place, place)) this.#patch({ open: null });
  }

  /** Saves what is not saved yet. Resolves when nothing waits, or when it could not be saved. */
  flush(): Promise<void> {
    return this.#autosave.flush();
  }

  /** Keeps this version although another one was saved elsewhere; that one stays in the versions. */
  overwrite(version: number): Promise<void> {
    return this.#autosave.overwrite(version);
  }

  /** Takes the version that was saved elsewhere. */
  replace({ program, version }: Saved): void {
    this.#past = this.#pastIn(program);
    this.#autosave.replace({ content: program, version });
    this.#patch({ selected: new Set(), open: null });
  }

  /** Stops saving, because the changes of this editor are being discarded. */
  forget(): void {
    this.#autosave.forget();
  }

  get isUnsaved(): boolean {
    return this.#autosave.isUnsaved;
  }

  /** The version that the server has. */
  get version(): number {
    return this.#autosave.version;
  }

  /** Before the page may go away: keeps what is not saved on the device, and saves it. */
  keep(): void {
    this.#autosave.keep();
  }

  /** Moves the cursor when its place is gone. */
  #keepCursor(): void {
    const { program, cursor } = this.getSnapshot();
    if (!isPlace(program, cursor)) this.moveTo(firstPlace(program, this.#past));
  }

  #patch(change: Partial<EditorState>): void {
    this.set({ ...this.getSnapshot(), ...change });
  }
}

/** The text that the field of a place opens with; null while it is closed. */
export const openText = ({ open }: EditorState, place: Place): string | null =>
  open && samePlace(open.place, place) ? open.text : null;
