import type { CheckInDraft } from '@stridewell/contract/checkins/checkins.answers.rules';
import {
  type Answers,
  areAnswersEqual,
  BUILT_IN_QUESTIONS,
  type Form,
  photosOfAnswers,
} from '@stridewell/contract/checkins/checkins.forms.rules';
import { withoutHiddenAnswers } from '@stridewell/contract/checkins/checkins.hidden.rules';
import { Backup } from '../../device/backup.ts';
import { uploads } from '../../device/file-upload.ts';
import { checkInDraftPrefix, namesUnder } from '../../device/keys.ts';
import { type Outbox, outboxesByUser } from '../../device/outbox.ts';
import { newId } from '../../lib/ids.ts';
import { Store } from '../../lib/store.ts';
import { isUnsavedDraft } from './checkins.stored.ts';

/** The two sides of a coaching. */
export type RelationshipIds = { coachId: string; clientId: string };

type Content = Omit<CheckInDraft, 'savedAt'>;
/** The server's copy that this device edits, by its server time; null when there is none. */
type BaseVersion = { basedOn: string | null };
/** Stored with the answers, because the server withholds them once the coaching has ended. */
export type DraftContext = { coachName?: string; form?: Form; writtenAt?: string };

/** A check-in on its way to the server. */
export type SentCheckIn = Content & BaseVersion & DraftContext;
/** A check-in that was not submitted yet. */
export type Draft = SentCheckIn & { /** Whether the server has exactly these answers. */ saved: boolean };

type DraftState = {
  draft: Draft | null;
  /** The draft that another device or tab saved in the meantime. The client has to choose one. */
  conflict: CheckInDraft | null;
  /** The original was submitted from another device, so this draft became a new check-in. */
  isCopy: boolean;
  /** The storage of this device is full: only the page keeps the answers. */
  full: boolean;
  /** Counts how often answers from elsewhere replaced those typed here. */
  revision: number;
};

type Remote = {
  /** @throws DraftConflict */
  save: (draft: SentCheckIn, signal: AbortSignal) => Promise<{ savedAt: string }>;
};

/** Another device has saved this draft in the meantime. */
export class DraftConflict extends Error {
  readonly draft: CheckInDraft;
  constructor(draft: CheckInDraft, options: ErrorOptions) {
    super('conflict', options);
    this.draft = draft;
  }
}

const SAVE_AFTER_MS = 1200;
const TRIED_MAX = 10;

/** The files of the photos in these answers. */
export const photoIdsOf = (answers: Answers): string[] => photosOfAnswers(answers).map(({ fileId }) => fileId);

const isSentCheckIn = (value: unknown): value is SentCheckIn => {
  const basedOn = typeof value === 'object' && value !== null && Reflect.get(value, 'basedOn');
  return (basedOn === null || typeof basedOn === 'string') && isUnsavedDraft(value);
};

/** The submitted check-ins of a person that have not arrived, in a lane for each relationship. */
export const checkInOutbox: (userId: string) => Outbox<SentCheckIn> = outboxesByUser('check-ins', isSentCheckIn);
export const laneOf = ({ coachId, clientId }: RelationshipIds): string => `${coachId}.${clientId}`;

const parseDraft = (value: unknown): Draft | undefined =>
  isSentCheckIn(value) ? { ...value, saved: Reflect.get(value, 'saved') === true } : undefined;

/**
 * The one draft of a relationship. The device backs it up, and the server has a copy for other devices. Its id is made
 * once, so that it is submitted once.
 */
export class DraftStore extends Store<DraftState> {
  readonly relationship: RelationshipIds;
  readonly #backup: Backup<Draft>;
  readonly #lane: string;
  readonly #outbox: Outbox<SentCheckIn>;
  /** The server's copy that the client decided against. */
  #rejectedVersion: string | null = null;
  /** Check-ins sent lately, to recognise them before the server's answer arrives or when it was lost. */
  #tried: Content[] = [];
  #remote: Remote | null = null;
  #isHidden = false;
  #session = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(userId: string, relationship: RelationshipIds, outbox: Outbox<SentCheckIn>) {
    const backup = new Backup(checkInDraftPrefix(userId) + laneOf(relationship), parseDraft);
    super({ draft: backup.read() ?? null, conflict: null, isCopy: false, full: false, revision: 0 });
    this.relationship = relationship;
    this.#lane = laneOf(relationship);
    this.#backup = backup;
    this.#outbox = outbox;
  }

  /** Saves to the server from now on. Returns a function that stops it. */
  start(remote: Remote): () => void {
    const session = new AbortController();
    this.#session = session;
    this.#remote = remote;
    const { signal } = session;
    window.addEventListener('online', () => void this.#save(), { signal });
    this.#backup.onOtherTab(() => this.#readOtherTab(), signal);
    void this.#save();
    return () => {
      session.abort();
      clearTimeout(this.#timer);
      if (this.#session === session) this.#remote = null;
    };
  }

  /** Stores the answers so far, here at once and on the server a moment later. */
  update(draft: Content & DraftContext): void {
    const basedOn = this.#baseVersion();
    this.#discardRefused();
    this.#store({ draft: { ...draft, basedOn, saved: false } });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#save(), SAVE_AFTER_MS);
  }

  /** Replaces the draft on this device with the one from elsewhere. */
  keepTheirs({ savedAt, ...draft }: CheckInDraft): void {
    this.#discardRefused();
    this.#store({ draft: { ...draft, basedOn: savedAt, saved: true }, ...this.#replaced() });
  }

  /** Replaces the draft from elsewhere with the one on this device, or with the next one started here. */
  keepOwn({ savedAt }: CheckInDraft, own: (Content & DraftContext) | null): void {
    this.#discardRefused();
    this.#rejectedVersion = savedAt;
    this.#store({ draft: own && { ...own, basedOn: savedAt, saved: false }, ...this.#replaced() });
    void this.#save();
  }

  /** Deletes answers that this client may not see again, typed before their numbers were hidden. Later ones stay. */
  hideNumbers(isHidden: boolean): void {
    const wasHidden = this.#isHidden;
    this.#isHidden = isHidden;
    const { draft } = this.#state;
    if (!isHidden || wasHidden || !draft) return;
    const questions = draft.templateId === null ? BUILT_IN_QUESTIONS : draft.form?.questions;
    const answers = withoutHiddenAnswers(questions, draft.answers);
    if (!areAnswersEqual(answers, draft.answers)) this.#store({ draft: { ...draft, answers }, ...this.#replaced() });
  }

  /** Turns the draft into a new check-in, because the original was submitted from elsewhere. */
  copy(draft: Content & DraftContext): void {
    this.#store({ draft: { ...draft, id: newId(), basedOn: null, saved: false }, ...this.#replaced(), isCopy: true });
  }

  /** Whether the server's draft is one that this device has sent. */
  hasSent({ id, answers }: CheckInDraft): boolean {
    return this.#tried.some((one) => one.id === id && areAnswersEqual(one.answers, answers));
  }

  /** Makes the client choose between the two drafts. */
  setConflict(conflict: CheckInDraft): void {
    this.#store({ conflict });
  }

  submit(draft: Content & DraftContext): void {
    clearTimeout(this.#timer);
    this.#outbox.add(this.#lane, draft.id, { ...draft, basedOn: this.#baseVersion() });
    this.#rejectedVersion = null;
    this.#store({ draft: null, isCopy: false });
    // Removing the draft has freed storage for what waits in the outbox.
    this.#outbox.storeUnstored();
  }

  discard(): void {
    clearTimeout(this.#timer);
    this.#store({ draft: null });
  }

  /** Runs before sign-out: a draft that the server has does not stay on a shared device. */
  async clearSaved(): Promise<void> {
    await this.#save();
    const { draft } = this.#state;
    if (!draft?.saved) return;
    uploads.forget(photoIdsOf(draft.answers));
    this.#store({ draft: null });
  }

  #baseVersion(): string | null {
    const refused = this.#outbox.getSnapshot().items.find(({ lane }) => lane === this.#lane);
    return this.#state.draft?.basedOn ?? refused?.content.basedOn ?? this.#rejectedVersion;
  }

  #replaced(): Pick<DraftState, 'conflict' | 'isCopy' | 'revision'> {
    return { conflict: null, isCopy: false, revision: this.#state.revision + 1 };
  }

  #discardRefused(): void {
    for (const { id, lane } of this.#outbox.getSnapshot().items) if (lane === this.#lane) this.#outbox.discard(id);
  }

  #readOtherTab(): void {
    const theirs = this.#backup.read() ?? null;
    const { draft: own } = this.#state;
    if (!theirs || !own || own.saved || areAnswersEqual(theirs.answers, own.answers)) {
      const differs = theirs && !areAnswersEqual(theirs.answers, own?.answers ?? {});
      this.#change({ draft: theirs, ...(differs && this.#replaced()) });
    } else {
      const { basedOn, saved: _saved, ...draft } = theirs;
      this.#change({ conflict: { ...draft, savedAt: basedOn ?? new Date(0).toISOString() } });
    }
  }

  async #save(): Promise<void> {
    const { draft, conflict } = this.#state;
    const { signal } = this.#session;
    if (!draft || draft.saved || conflict || !this.#remote || signal.aborted) return;
    const { basedOn, saved: _saved, ...content } = draft;
    this.#tried = [content, ...this.#tried].slice(0, TRIED_MAX);
    try {
      this.#markSaved(draft, (await this.#remote.save({ ...content, basedOn }, signal)).savedAt);
    } catch (error) {
      // Any other failure can wait: the device has the draft, and the next answer or connection saves it.
      if (signal.aborted || !(error instanceof DraftConflict)) return;
      if (!this.hasSent(error.draft)) return this.setConflict(error.draft);
      this.#store({ draft: { ...(this.#state.draft ?? draft), basedOn: error.draft.savedAt } });
      await this.#save();
    }
  }

  #markSaved(sent: Draft, basedOn: string): void {
    const { draft } = this.#state;
    if (draft?.id === sent.id)
      this.#store({ draft: { ...draft, basedOn, saved: areAnswersEqual(draft.answers, sent.answers) } });
  }

  #store(change: Partial<DraftState>): void {
    const { draft } = { ...this.#state, ...change };
    if (!draft) this.#backup.delete();
    const full = draft !== null && !this.#backup.write(draft);
    this.#change({ ...change, full });
  }

  #change(change: Partial<DraftState>): void {
    this.set({ ...this.#state, ...change });
  }

  get #state(): DraftState {
    return this.getSnapshot();
  }
}

const draftStores = new Map<string, DraftStore>();

/** The store of one lane in this tab. It continues to save while another page is open. */
export function draftStoreIn(userId: string, lane: string): DraftStore {
  const name = `${userId}.${lane}`;
  const [coachId = '', clientId = ''] = lane.split('.');
  const store = draftStores.get(name) ?? new DraftStore(userId, { coachId, clientId }, checkInOutbox(userId));
  draftStores.set(name, store);
  return store;
}

/** The stores of all drafts on this device, one for each coach. */
export const listDraftStores = (userId: string): DraftStore[] =>
  namesUnder(checkInDraftPrefix(userId)).map((lane) => draftStoreIn(userId, lane));
