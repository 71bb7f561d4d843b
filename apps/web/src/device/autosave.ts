import { create } from 'mutative';
import type { z } from 'zod';
import { Backup } from './backup.ts';
import { BACKUP_PREFIX } from './keys.ts';

/**
 * `waiting`: changed and about to be saved. `failed`: not reached, tried again. `refused`: cannot be saved as it is.
 * `conflict`: another tab or device saved first.
 */
export type SaveStatus = 'saved' | 'waiting' | 'saving' | 'failed' | 'refused' | 'conflict';

/** A document as it is edited, and whether the server has it. `problem`: why it cannot be saved. */
export type AutosaveState<Content> = {
  content: Content;
  status: SaveStatus;
  problem: string | null;
  canUndo: boolean;
  canRedo: boolean;
};

export type Saved<Content> = { content: Content; version: number };
/** `basedOn`: the server's version. `sent`: what was being saved when the document was edited further. */
type Unsaved<Content> = { content: Content; basedOn: number; sent?: Content | undefined };
/** `conflict`: the server has a newer version. `refused`: the server will never take it. `failed`: not reached. */
export type SaveOutcome =
  | { outcome: 'saved'; version: number }
  | { outcome: 'conflict' | 'failed' }
  | { outcome: 'refused'; problem: string };

const SAVE_DELAY_MS = 700;
const RETRY_MS = 4000;
const UNDO_STEPS = 200;

/** The schema of a document. It loads with the first save, and before an editor opens on a backup. */
export class LateSchema<Content> {
  readonly #load: () => Promise<z.ZodType<Content>>;
  #loaded: z.ZodType<Content> | undefined;
  #loading: Promise<z.ZodType<Content>> | undefined;
  #failure: unknown;

  constructor(load: () => Promise<z.ZodType<Content>>) {
    this.#load = load;
  }

  load(): Promise<z.ZodType<Content>> {
    this.#failure = undefined;
    this.#loading ??= this.#loadOnce().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #loadOnce(): Promise<z.ZodType<Content>> {
    try {
      this.#loaded ??= await this.#load();
      return this.#loaded;
    } catch (error) {
      this.#failure = error;
      throw error;
    }
  }

  /**
   * For a component that renders for the first time, where the schema may not have loaded: another draft of a program
   * can open on the same page, and have a backup.
   * @throws what React waits for while it loads, and why it did not load until it is tried again
   */
  get loaded(): z.ZodType<Content> {
    if (this.#loaded) return this.#loaded;
    throw this.#failure ?? this.load();
  }

  /** Loads it if the device has a backup of the document of this name. */
  async prepareFor(name: string): Promise<void> {
    if (backupOf(name).read()) await this.load();
  }
}

const backupOf = (name: string) => new Backup(BACKUP_PREFIX + name, asRecord);

/** The steps of a document, the latest last. */
class History<Content extends object> {
  #now: Content;
  #past: Content[] = [];
  #future: Content[] = [];

  constructor(content: Content) {
    this.#now = content;
  }

  get now(): Content {
    return this.#now;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** @returns whether anything has changed */
  edit(recipe: (draft: Content) => void): boolean {
    const next = create(this.#now, recipe);
    if (next === this.#now) return false;
    this.#past = [...this.#past, this.#now].slice(-UNDO_STEPS);
    this.#future = [];
    this.#now = next;
    return true;
  }

  undo(): boolean {
    return this.#move(this.#past, this.#future);
  }

  redo(): boolean {
    return this.#move(this.#future, this.#past);
  }

  #move(from: Content[], to: Content[]): boolean {
    const next = from.pop();
    if (!next) return false;
    to.push(this.#now);
    // A new object: the server may have got another version meanwhile, so what was saved before is saved again.
    this.#now = { ...next };
    return true;
  }
}

type AutosaveOptions<Content> = {
  /** Names the backup on this device. */
  name: string;
  /** The key of the document in the backup. */
  field: string;
  schema: LateSchema<Content>;
  saved: Saved<Content>;
  save: (content: Content, basedOn: number) => Promise<SaveOutcome>;
};

/** A document that is saved as it is edited, with its history and a backup on the device. */
export class Autosave<Content extends object> {
  #history: History<Content>;
  readonly #backup: Backup<Record<string, unknown>>;
  readonly #options: AutosaveOptions<Content>;
  #state: AutosaveState<Content>;
  #changedTo: (state: AutosaveState<Content>) => void = () => undefined;
  #saved: Saved<Content>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #saving: Promise<void> | undefined;
  #sent: Content | undefined;

  constructor(options: AutosaveOptions<Content>) {
    const { name, field, schema, saved } = options;
    this.#options = options;
    this.#backup = backupOf(name);
    const backup = this.#backup.read();
    const unsaved = backup && parseUnsaved(backup, field, schema.loaded);
    const isNewer = unsaved !== undefined && isBasedOn(unsaved, saved, schema.loaded);
    const content = isNewer ? unsaved.content : saved.content;
    this.#history = new History(content);
    this.#saved = saved;
    this.#state = { content, status: 'saved', problem: null, canUndo: false, canRedo: false };
    if (isNewer) this.#changed();
  }

  get state(): AutosaveState<Content> {
    return this.#state;
  }

  /** Calls with each new state. */
  onChange(changedTo: (state: AutosaveState<Content>) => void): void {
    this.#changedTo = changedTo;
  }

  /** Changes the document in one step of the history. */
  edit(recipe: (draft: Content) => void): void {
    if (this.#history.edit(recipe)) this.#changed();
  }

  /** @returns whether there was a step to undo */
  undo(): boolean {
    const isMoved = this.#history.undo();
    if (isMoved) this.#changed();
    return isMoved;
  }

  /** @returns whether there was a step to redo */
  redo(): boolean {
    const isMoved = this.#history.redo();
    if (isMoved) this.#changed();
    return isMoved;
  }

  /** Saves what is not saved yet. Resolves when nothing waits, or when it could not be saved. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    while (this.isUnsaved) {
      this.#saving ??= this.#saveOnce().finally(() => {
        this.#saving = undefined;
      });
      await this.#saving;
      if (this.#state.status !== 'saved') return;
    }
  }

  /** Keeps this version although another one was saved elsewhere; that one stays in the versions. */
  async overwrite(version: number): Promise<void> {
    this.#saved = { ...this.#saved, version };
    this.#patch({ status: 'waiting' });
    await this.flush();
  }

  /** Takes the version that was saved elsewhere. */
  replace(saved: Saved<Content>): void {
    this.#history = new History(saved.content);
    this.#saved = saved;
    this.#backup.delete();
    this.#patch({ ...this.#ofHistory(), status: 'saved', problem: null });
  }

  /** Stops saving, because the changes are being discarded. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#backup.delete();
    this.#saved = { ...this.#saved, content: this.#history.now };
  }

  get isUnsaved(): boolean {
    return this.#history.now !== this.#saved.content;
  }

  /** The version that the server has. */
  get version(): number {
    return this.#saved.version;
  }

  /** Before the page may go away: keeps what is not saved on the device, and saves it. */
  keep(): void {
    if (!this.isUnsaved) return;
    this.#backUp();
    if (this.#state.status !== 'conflict') void this.flush();
  }

  #ofHistory() {
    const { now, canUndo, canRedo } = this.#history;
    return { content: now, canUndo, canRedo };
  }

  #patch(change: Partial<AutosaveState<Content>>): void {
    this.#state = { ...this.#state, ...change };
    this.#changedTo(this.#state);
  }

  #changed(): void {
    const { status } = this.#state;
    this.#patch({ ...this.#ofHistory(), status: status === 'conflict' ? status : 'waiting' });
    this.#schedule(SAVE_DELAY_MS);
  }

  #schedule(delay: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.keep(), delay);
  }

  #backUp(): void {
    const content = this.#history.now;
    const sent = this.#sent === content ? undefined : this.#sent;
    this.#backup.write({ basedOn: this.#saved.version, [this.#options.field]: content, ...(sent && { sent }) });
  }

  async #saveOnce(): Promise<void> {
    const content = this.#history.now;
    const schema = await this.#options.schema.load().catch(() => null);
    if (!schema) {
      this.#patch({ status: 'failed' });
      this.#schedule(RETRY_MS);
      return;
    }
    const checked = schema.safeParse(content);
    if (!checked.success) {
      this.#patch({ status: 'refused', problem: checked.error.issues[0]?.message ?? null });
      return;
    }
    this.#patch({ status: 'saving', problem: null });
    this.#sent = content;
    const result = await this.#options.save(content, this.#saved.version);
    this.#sent = undefined;
    switch (result.outcome) {
      case 'saved':
        this.#saved = { content, version: result.version };
        if (!this.isUnsaved) this.#backup.delete();
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

const asRecord = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : undefined;

function parseUnsaved<Content>(
  backup: Record<string, unknown>,
  field: string,
  schema: z.ZodType<Content>,
): Unsaved<Content> | undefined {
  const { basedOn, sent } = backup;
  const content = schema.safeParse(backup[field]);
  if (!content.success || typeof basedOn !== 'number') return undefined;
  return { basedOn, content: content.data, sent: schema.safeParse(sent).data };
}

/** The page may have closed before it heard that the server had saved `sent`, which made the next version. */
const isBasedOn = <Content>(
  { basedOn, sent }: Unsaved<Content>,
  saved: Saved<Content>,
  schema: z.ZodType<Content>,
): boolean =>
  basedOn === saved.version ||
  (sent !== undefined && JSON.stringify(sent) === JSON.stringify(schema.safeParse(saved.content).data));
