import { type CheckInDraft, checkInDraft } from '@stridewell/contract/checkins';
import { type Answers, type Form, photosIn, sameAnswers } from '@stridewell/contract/checkins.forms.rules';
import { uploads } from '../../lib/file-upload.ts';
import { newId } from '../../lib/ids.ts';
import { type Outbox, outboxesByUser, storedKeys } from '../../lib/outbox.ts';
import type { PhotoPlace } from './photo-question.tsx';

type Content = Omit<CheckInDraft, 'savedAt'>;
/** Which copy of the server's this device went on from; null when it knows of none. Times are those of the server. */
type Based = { basedOn: string | null };
/** By whom it was asked, and how: nobody tells this device once the coaching has ended. */
export type Asked = { coachName?: string; form?: Form; writtenAt?: string };

/** What was begun here and is not sent yet. */
export type Draft = Content & Based & Asked & { /** Whether the server has exactly this. */ saved: boolean };
/** What was sent here and has not arrived yet. */
export type SentCheckIn = Content & Based & Asked;

export type DraftState = {
  begun: Draft | null;
  /** What was written elsewhere since; somebody has to say which goes on. */
  newer: CheckInDraft | null;
  /** It was sent from another device with other answers; these here are another check-in. */
  again: boolean;
  /** The storage of this device is full: the page alone keeps what is typed. */
  full: boolean;
  /** Counts how often the answers were replaced by others than those typed here. */
  round: number;
};

type Remote = {
  /** @throws DraftNewer */
  save: (draft: Content & Based, signal: AbortSignal) => Promise<{ savedAt: string }>;
};

/** Another device has saved this in the meantime. */
export class DraftNewer extends Error {
  readonly draft: CheckInDraft;
  constructor(draft: CheckInDraft, options: ErrorOptions) {
    super('newer', options);
    this.draft = draft;
  }
}

const SAVE_AFTER_MS = 1200;

/** Sends answers once their photos have arrived. The next check-in has photos of its own. */
export async function withPhotos(answers: Answers, send: () => Promise<unknown>): Promise<void> {
  const photos = photosIn(answers).map(({ fileId }) => fileId);
  await Promise.all(photos.map((fileId) => uploads.whenStored(fileId)));
  await send();
  uploads.forget(photos);
}

const isBased = (value: unknown): value is SentCheckIn => {
  const basedOn = typeof value === 'object' && value !== null && Reflect.get(value, 'basedOn');
  return (
    (basedOn === null || typeof basedOn === 'string') && checkInDraft.omit({ savedAt: true }).safeParse(value).success
  );
};

/** The check-ins of a person that are on their way, in a lane for each relationship. */
export const checkInOutbox: (userId: string) => Outbox<SentCheckIn> = outboxesByUser('check-ins', isBased);
export const laneOf = ({ coachId, clientId }: PhotoPlace): string => `${coachId}.${clientId}`;
const placeOf = (lane: string): PhotoPlace => {
  const [coachId = '', clientId = ''] = lane.split('.');
  return { coachId, clientId };
};

const prefixOf = (userId: string): string => `stridewell.check-in.${userId}.`;

/**
 * The one check-in that a client has begun. It lives in the storage of the device, and a copy of it on the server for
 * another device. Its id is made once, so that it is sent once.
 */
export class CheckInDraftKeeper {
  #state: DraftState;
  readonly place: PhotoPlace;
  readonly #key: string;
  readonly #lane: string;
  readonly #outbox: Outbox<SentCheckIn>;
  readonly #listeners = new Set<() => void>();
  /** Of the server's copy that somebody has decided against. */
  #overruled: string | null = null;
  /** What this page has sent to be saved, in case that the answer was lost. */
  #tried: Content | null = null;
  #remote: Remote | null = null;
  #session = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(userId: string, place: PhotoPlace, outbox: Outbox<SentCheckIn>) {
    this.place = place;
    this.#key = prefixOf(userId) + laneOf(place);
    this.#lane = laneOf(place);
    this.#outbox = outbox;
    this.#state = { begun: read(this.#key), newer: null, again: false, full: false, round: 0 };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): DraftState => this.#state;

  /** Saves from now on; answers how to stop. */
  start(remote: Remote): () => void {
    const session = new AbortController();
    this.#session = session;
    this.#remote = remote;
    const { signal } = session;
    window.addEventListener('online', () => void this.#save(), { signal });
    window.addEventListener('storage', ({ key }) => key === this.#key && this.#fromOtherTab(), { signal });
    void this.#save();
    return () => {
      session.abort();
      clearTimeout(this.#timer);
      if (this.#session === session) this.#remote = null;
    };
  }

  /** Keeps what is answered so far, here at once and on the server a moment later. */
  keep(draft: Content & Asked): void {
    const basedOn = this.#basis();
    this.#dropRefused();
    this.#set({ begun: { ...draft, basedOn, saved: false } });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#save(), SAVE_AFTER_MS);
  }

  /** What was begun elsewhere goes on here. */
  takeOver({ savedAt, ...draft }: CheckInDraft): void {
    this.#dropRefused();
    this.#set({ begun: { ...draft, basedOn: savedAt, saved: true }, ...this.#replaced() });
  }

  /** What was written elsewhere is to be replaced by what is here, or by what is begun next. */
  overrule({ savedAt }: CheckInDraft, mine: (Content & Asked) | null): void {
    this.#dropRefused();
    this.#overruled = savedAt;
    this.#set({ begun: mine && { ...mine, basedOn: savedAt, saved: false }, ...this.#replaced() });
    void this.#save();
  }

  /** What is here becomes another check-in, because this one was sent from elsewhere. */
  again(draft: Content & Asked): void {
    this.#set({ begun: { ...draft, id: newId(), basedOn: null, saved: false }, ...this.#replaced(), again: true });
  }

  /** Asks which goes on. */
  ask(newer: CheckInDraft): void {
    this.#set({ newer });
  }

  send(draft: Content & Asked): void {
    clearTimeout(this.#timer);
    this.#outbox.add(this.#lane, draft.id, { ...draft, basedOn: this.#basis() });
    this.#overruled = null;
    this.#set({ begun: null, again: false });
    // The place of the draft is free.
    this.#outbox.storeUnstored();
  }

  /** Nobody goes on with what is here. */
  discard(): void {
    clearTimeout(this.#timer);
    this.#set({ begun: null });
  }

  /** Before somebody signs out: what the server has need not stay here. */
  async leave(): Promise<void> {
    await this.#save();
    const { begun } = this.#state;
    if (!begun?.saved) return;
    uploads.forget(photosIn(begun.answers).map(({ fileId }) => fileId));
    this.#set({ begun: null });
  }

  #basis(): string | null {
    const refused = this.#outbox.getSnapshot().items.find(({ lane }) => lane === this.#lane);
    return this.#state.begun?.basedOn ?? refused?.content.basedOn ?? this.#overruled;
  }

  #replaced(): Pick<DraftState, 'newer' | 'again' | 'round'> {
    return { newer: null, again: false, round: this.#state.round + 1 };
  }

  #dropRefused(): void {
    for (const { id, lane } of this.#outbox.getSnapshot().items) if (lane === this.#lane) this.#outbox.discard(id);
  }

  #fromOtherTab(): void {
    const theirs = read(this.#key);
    const { begun } = this.#state;
    if (!theirs || !begun || begun.saved || sameAnswers(theirs.answers, begun.answers)) {
      const isOther = theirs && !sameAnswers(theirs.answers, begun?.answers ?? {});
      this.#tell({ begun: theirs, ...(isOther && this.#replaced()) });
    } else {
      const { basedOn, saved: _saved, ...draft } = theirs;
      this.#tell({ newer: { ...draft, savedAt: basedOn ?? new Date(0).toISOString() } });
    }
  }

  async #save(): Promise<void> {
    const { begun, newer } = this.#state;
    const { signal } = this.#session;
    if (!begun || begun.saved || newer || !this.#remote || signal.aborted) return;
    const { basedOn, saved: _saved, ...draft } = begun;
    const before = this.#tried;
    this.#tried = draft;
    try {
      this.#saved(begun, (await this.#remote.save({ ...draft, basedOn }, signal)).savedAt);
    } catch (error) {
      // Without an answer the device has it; the next step or the next connection saves it for the others.
      if (signal.aborted || !(error instanceof DraftNewer)) return;
      const isOwn = before?.id === error.draft.id && sameAnswers(before.answers, error.draft.answers);
      if (!isOwn) return this.ask(error.draft);
      this.#set({ begun: { ...(this.#state.begun ?? begun), basedOn: error.draft.savedAt } });
      await this.#save();
    }
  }

  #saved(sent: Draft, basedOn: string): void {
    const { begun } = this.#state;
    if (begun?.id === sent.id)
      this.#set({ begun: { ...begun, basedOn, saved: sameAnswers(begun.answers, sent.answers) } });
  }

  #set(change: Partial<DraftState>): void {
    const { begun } = { ...this.#state, ...change };
    this.#tell({ ...change, full: !store(this.#key, begun) });
  }

  #tell(change: Partial<DraftState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

/** False when the storage of the device has no room. */
function store(key: string, begun: Draft | null): boolean {
  try {
    if (begun) window.localStorage.setItem(key, JSON.stringify(begun));
    else window.localStorage.removeItem(key);
    return true;
  } catch {
    // Full, or storage is switched off; the page says so.
    return false;
  }
}

function read(key: string): Draft | null {
  try {
    const value: unknown = JSON.parse(window.localStorage.getItem(key) ?? 'null');
    return isBased(value) ? { ...value, saved: Reflect.get(value, 'saved') === true } : null;
  } catch {
    // Written by nobody we know.
    return null;
  }
}

const keepers = new Map<string, CheckInDraftKeeper>();

/** The one draft of a person in this tab; it goes on being saved while another page is open. */
export function checkInDraftOf(userId: string, place: PhotoPlace): CheckInDraftKeeper {
  const name = `${userId}.${laneOf(place)}`;
  const keeper = keepers.get(name) ?? new CheckInDraftKeeper(userId, place, checkInOutbox(userId));
  keepers.set(name, keeper);
  return keeper;
}

/** The same, by the name of its lane. */
export const checkInDraftIn = (userId: string, lane: string): CheckInDraftKeeper =>
  checkInDraftOf(userId, placeOf(lane));

/** Those of every coach for whom this person has begun something here. */
export const checkInDraftsOf = (userId: string): CheckInDraftKeeper[] =>
  storedKeys(prefixOf(userId)).map((key) => checkInDraftIn(userId, key.slice(prefixOf(userId).length)));
