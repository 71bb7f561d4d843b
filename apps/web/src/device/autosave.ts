import { createTravels, type Travels } from 'travels';
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

type AutosaveOptions<Content> = {
  /** Names the backup on this device. */
  name: string;
  /** The key of the document in the backup. */
  field: string;
  schema: z.ZodType<Content>;
  saved: Saved<Content>;
  save: (content: Content, basedOn: number) => Promise<SaveOutcome>;
};

/** A document that is saved as it is edited, with its history and a backup on the device. */
export class Autosave<Content extends object> {
  readonly #travels: Travels<Content>;
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
    this.#backup = new Backup(BACKUP_PREFIX + name, asRecord);
    const unsaved = parseUnsaved(this.#backup.read(), field, schema);
    const isNewer = unsaved !== undefined && isBasedOn(unsaved, saved, schema);
    const content = isNewer ? unsaved.content : saved.content;
    this.#travels = createTravels<Content>(content, { maxHistory: UNDO_STEPS });
    this.#saved = isNewer ? saved : { ...saved, content: this.#travels.getState() };
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
    const before = this.#travels.getState();
    this.#travels.setState((draft: unknown) => {
      recipe(draft as Content);
    });
    if (this.#travels.getState() !== before) this.#changed();
  }

  /** @returns whether there was a step to undo */
  undo(): boolean {
    if (!this.#travels.canBack()) return false;
    this.#travels.back();
    this.#changed();
    return true;
  }

  /** @returns whether there was a step to redo */
  redo(): boolean {
    if (!this.#travels.canForward()) return false;
    this.#travels.forward();
    this.#changed();
    return true;
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
    this.#travels.replaceStateWithoutHistory(() => saved.content);
    this.#saved = { ...saved, content: this.#travels.getState() };
    this.#backup.delete();
    this.#patch({ ...this.#ofHistory(), status: 'saved', problem: null });
  }

  /** Stops saving, because the changes are being discarded. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#backup.delete();
    this.#saved = { ...this.#saved, content: this.#travels.getState() };
  }

  get isUnsaved(): boolean {
    return this.#travels.getState() !== this.#saved.content;
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
    const travels = this.#travels;
    return { content: travels.getState(), canUndo: travels.canBack(), canRedo: travels.canForward() };
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
    const content = this.#travels.getState();
    const sent = this.#sent === content ? undefined : this.#sent;
    this.#backup.write({ basedOn: this.#saved.version, [this.#options.field]: content, ...(sent && { sent }) });
  }

  async #saveOnce(): Promise<void> {
    const content = this.#travels.getState();
    const checked = this.#options.schema.safeParse(content);
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
  backup: Record<string, unknown> | undefined,
  field: string,
  schema: z.ZodType<Content>,
): Unsaved<Content> | undefined {
  if (!backup) return undefined;
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
