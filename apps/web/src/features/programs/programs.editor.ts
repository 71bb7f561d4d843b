import { type Program, program as programSchema } from '@stridewell/contract/programs/programs';
import type { Past } from '@stridewell/contract/programs/programs.past.rules';
import { create } from 'mutative';
import { createTravels, type Travels } from 'travels';
import { Backup } from '../../device/backup.ts';
import { BACKUP_PREFIX } from '../../device/keys.ts';
import { Store } from '../../lib/store.ts';
import { toast } from '../../lib/toasts.ts';
import { keepsPast, NO_PAST, PAST_REASON } from './programs.past.ts';
import { firstPlace, isPastPlace, isPlace, type Place, rangeOf, samePlace } from './programs.places.ts';

/**
 * `waiting`: changed and about to be saved. `failed`: not reached, tried again. `refused`: cannot be saved as it is.
 * `conflict`: another tab or device saved first.
 */
export type SaveStatus = 'saved' | 'waiting' | 'saving' | 'failed' | 'refused' | 'conflict';

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
/** `basedOn`: the server's version. `sent`: what was being saved when the program was edited further. */
type UnsavedProgram = { program: Program; basedOn: number; sent?: Program | undefined };
/** `conflict`: the server has a newer version. `refused`: the server will never take it. `failed`: not reached. */
export type SaveOutcome =
  | { outcome: 'saved'; version: number }
  | { outcome: 'conflict' | 'failed' }
  | { outcome: 'refused'; problem: string };
export type SaveProgram = (program: Program, basedOn: number) => Promise<SaveOutcome>;

const SAVE_DELAY_MS = 700;
const RETRY_MS = 4000;
const UNDO_STEPS = 200;

/** A program as it is edited: its history, what is selected, and how it gets saved. */
export class ProgramEditor extends Store<EditorState> {
  readonly #travels: Travels<Program>;
  readonly #backup: Backup<UnsavedProgram>;
  readonly #save: SaveProgram;
  readonly #pastIn: (program: Program) => Past;
  #past: Past;
  #saved: Saved;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #saving: Promise<void> | undefined;
  #sent: Program | undefined;
  #anchor: string | null = null;
  #wantsFocus = false;

  /**
   * @param name names the backup on this device
   * @param pastIn finds the past part of the program; templates have none
   */
  constructor(name: string, saved: Saved, save: SaveProgram, pastIn: (program: Program) => Past = () => NO_PAST) {
    const backup = new Backup(BACKUP_PREFIX + name, parseUnsaved);
    const unsaved = backup.read();
    const isNewer = unsaved !== undefined && isBasedOn(unsaved, saved);
    const program = isNewer ? unsaved.program : saved.program;
    const past = pastIn(program);
    super({
      program,
      status: 'saved',
      problem: null,
      cursor: firstPlace(program, past),
      open: null,
      selected: new Set(),
      canUndo: false,
      canRedo: false,
    });
    this.#backup = backup;
    this.#save = save;
    this.#pastIn = pastIn;
    this.#past = past;
    this.#travels = createTravels<Program>(program, { maxHistory: UNDO_STEPS });
    this.#saved = isNewer ? saved : { ...saved, program: this.#travels.getState() };
    if (isNewer) this.#changed();
  }

  /**
   * Changes the program in one step of the history, and moves the focus to `then`. An edit of what is over is refused.
   * @returns whether it was made
   */
  edit(recipe: (draft: Program) => void, then?: Place): boolean {
    const before = this.#travels.getState();
    if (this.#past.days.size > 0 && !keepsPast(before, create(before, recipe), this.#past)) {
      toast.error(PAST_REASON);
      return false;
    }
    this.#travels.setState((draft) => {
      recipe(draft);
    });
    if (this.#travels.getState() !== before) this.#changed();
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
    if (!this.#travels.canBack()) return;
    this.#travels.back();
    this.#changed();
    this.#keepCursor();
  }

  redo(): void {
    if (!this.#travels.canForward()) return;
    this.#travels.forward();
    this.#changed();
    this.#keepCursor();
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
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    while (this.#isUnsaved()) {
      this.#saving ??= this.#saveOnce().finally(() => {
        this.#saving = undefined;
      });
      await this.#saving;
      if (this.getSnapshot().status !== 'saved') return;
    }
  }

  /** Keeps this version although another one was saved elsewhere; that one stays in the versions. */
  async overwrite(version: number): Promise<void> {
    this.#saved = { ...this.#saved, version };
    this.#patch({ status: 'waiting' });
    await this.flush();
  }

  /** Takes the version that was saved elsewhere. */
  replace(saved: Saved): void {
    this.#travels.replaceStateWithoutHistory(() => saved.program);
    this.#saved = { ...saved, program: this.#travels.getState() };
    this.#past = this.#pastIn(saved.program);
    this.#backup.delete();
    this.#patch({ ...this.#ofHistory(), status: 'saved', problem: null, selected: new Set(), open: null });
  }

  /** Stops saving, because the changes of this editor are being discarded. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#backup.delete();
    this.#saved = { ...this.#saved, program: this.#travels.getState() };
  }

  get isUnsaved(): boolean {
    return this.#isUnsaved();
  }

  /** The version that the server has. */
  get version(): number {
    return this.#saved.version;
  }

  /** Before the page may go away: keeps what is not saved on the device, and saves it. */
  keep(): void {
    if (!this.#isUnsaved()) return;
    this.#backUp();
    if (this.getSnapshot().status !== 'conflict') void this.flush();
  }

  #isUnsaved(): boolean {
    return this.#travels.getState() !== this.#saved.program;
  }

  /** Moves the cursor when its place is gone. */
  #keepCursor(): void {
    const { program, cursor } = this.getSnapshot();
    if (!isPlace(program, cursor)) this.moveTo(firstPlace(program, this.#past));
  }

  #ofHistory() {
    const travels = this.#travels;
    return { program: travels.getState(), canUndo: travels.canBack(), canRedo: travels.canForward() };
  }

  #patch(change: Partial<EditorState>): void {
    this.set({ ...this.getSnapshot(), ...change });
  }

  #changed(): void {
    const { status } = this.getSnapshot();
    this.#patch({ ...this.#ofHistory(), status: status === 'conflict' ? status : 'waiting' });
    this.#schedule(SAVE_DELAY_MS);
  }

  #schedule(delay: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.keep(), delay);
  }

  #backUp(): void {
    const program = this.#travels.getState();
    const sent = this.#sent === program ? undefined : this.#sent;
    this.#backup.write({ basedOn: this.#saved.version, program, ...(sent && { sent }) });
  }

  async #saveOnce(): Promise<void> {
    const program = this.#travels.getState();
    const checked = programSchema.safeParse(program);
    if (!checked.success) {
      this.#patch({ status: 'refused', problem: checked.error.issues[0]?.message ?? null });
      return;
    }
    this.#patch({ status: 'saving', problem: null });
    this.#sent = program;
    const result = await this.#save(program, this.#saved.version);
    this.#sent = undefined;
    switch (result.outcome) {
      case 'saved':
        this.#saved = { program, version: result.version };
        if (!this.#isUnsaved()) this.#backup.delete();
        this.#patch({ status: 'saved' });
        break;
      case 'refused':
        this.#patch({ status: 'refused', problem: result.problem });
        break;
      case 'conflict':
        this.#patch({ status: 'conflict' });
        break;
      case 'failed':
        this.#patch({ status: 'failed' });
        this.#schedule(RETRY_MS);
        break;
    }
  }
}

function parseUnsaved(value: unknown): UnsavedProgram | undefined {
  if (typeof value !== 'object' || value === null || !('basedOn' in value) || !('program' in value)) return undefined;
  const program = programSchema.safeParse(value.program);
  if (!program.success || typeof value.basedOn !== 'number') return undefined;
  const sent = 'sent' in value ? programSchema.safeParse(value.sent).data : undefined;
  return { basedOn: value.basedOn, program: program.data, sent };
}

/** The page may have closed before it heard that the server had saved `sent`, which made the next version. */
const isBasedOn = ({ basedOn, sent }: UnsavedProgram, saved: Saved): boolean =>
  basedOn === saved.version ||
  (sent !== undefined && JSON.stringify(sent) === JSON.stringify(programSchema.safeParse(saved.program).data));

/** The text that the field of a place opens with; null while it is closed. */
export const openText = ({ open }: EditorState, place: Place): string | null =>
  open && samePlace(open.place, place) ? open.text : null;
