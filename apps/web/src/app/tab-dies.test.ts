import type { CheckInDraft } from '@stridewell/contract/checkins/checkins.answers.rules';
import type { Program } from '@stridewell/contract/programs/programs';
import type { LoggedSet, WorkoutLog } from '@stridewell/contract/workouts/workouts';
import { mergeWorkouts } from '@stridewell/contract/workouts/workouts.merge.rules';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aProgram } from '../../../../packages/contract/test/programs.ts';
import { aPhoto, installUploads, stored } from '../../test/uploads.ts';
import type { StoredUpload, UploadStore } from '../device/blobs.ts';
import { Uploads } from '../device/file-upload.ts';
import { checkInDraftPrefix } from '../device/keys.ts';
import { Outbox } from '../device/outbox.ts';
import { DraftConflict, DraftStore, laneOf, type SentCheckIn } from '../features/checkins/checkins.outbox.ts';
import { ProgramEditor, programSchema } from '../features/programs/programs.editor.ts';
import { WorkoutStore } from '../features/workouts/workouts.store.ts';

/*
 * A tab may die at any step: after each write to the device, with the lock in its hands, before a request arrives, and
 * before its answer does. Each test lives through a whole story once and copies device and server after every step.
 * Then a new tab starts from every copy. It must send whatever the person had been shown as kept.
 */
type World = {
  /** The text storage of the device. */
  device: Map<string, string>;
  /** The file storage of the device. */
  files: Map<string, StoredUpload<unknown>>;
  /** Items stored on the server, by id. */
  server: Map<string, unknown>;
  /** The ids of all requests that reached the server. */
  requests: string[];
  /** Texts that the person had written and the page showed as saved. */
  written: string[];
};
type Copy = World & { step: string };

let world: World;
let copies: Copy[];
let isRecording = false;

const aWorld = (): World => ({ device: new Map(), files: new Map(), server: new Map(), requests: [], written: [] });

function step(name: string): void {
  if (!isRecording) return;
  copies.push({
    step: name,
    device: new Map(Object.entries(window.localStorage)),
    files: new Map(world.files),
    server: new Map(world.server),
    requests: [...world.requests],
    written: [...world.written],
  });
}

/** The server keeps the first content of an id, and the device hears of it later. */
async function receive(id: string, content: unknown): Promise<void> {
  step(`send ${id}`);
  await new Promise((resolve) => setTimeout(resolve, 10));
  world.requests.push(id);
  if (!world.server.has(id)) world.server.set(id, content);
  step(`answer ${id}`);
  await new Promise((resolve) => setTimeout(resolve, 10));
}

/** The locks of a browser, which a dead tab returns. */
function installLocks(): void {
  const last = new Map<string, Promise<unknown>>();
  const request = (name: string, work: () => Promise<void>) => {
    const turn = (last.get(name) ?? Promise.resolve()).then(() => {
      step('lock');
      return work();
    });
    last.set(name, turn);
    return turn;
  };
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
}

const fileStore = {
  put: async (upload: StoredUpload<unknown>) => {
    world.files.set(upload.id, upload);
    step(`keep file ${upload.arrived ? 'that arrived' : 'to send'}`);
    return upload.id;
  },
  delete: async (id: string) => {
    world.files.delete(id);
    step('delete file');
  },
  get: async (id: string) => world.files.get(id),
  of: async (userId: string) => [...world.files.values()].filter((file) => file.userId === userId),
} as UploadStore;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T10:00:00Z') });
  const { setItem, removeItem } = Storage.prototype;
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, text) {
    setItem.call(this, key, text);
    step(`write ${key}`);
  });
  vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(function (this: Storage, key) {
    removeItem.call(this, key);
    step(`clear ${key}`);
  });
  world = aWorld();
  copies = [];
  installLocks();
  return () => {
    isRecording = false;
    Reflect.deleteProperty(navigator, 'locks');
  };
});

const settle = (ms = 5000) => vi.advanceTimersByTimeAsync(ms);
/** The code running in a tab. Its functions belong to the world in which it was opened. */
type Tab = { stop: () => void };

/** Lives through `story`, then lets a new tab continue from each step and checks the result. */
async function afterEachStep<OpenTab extends Tab>(
  open: () => OpenTab,
  story: (tab: OpenTab) => Promise<void>,
  check: (copy: Copy) => void,
): Promise<string[]> {
  isRecording = true;
  step('start');
  const first = open();
  await story(first);
  await settle(60_000);
  first.stop();
  isRecording = false;
  for (const copy of copies) {
    window.localStorage.clear();
    for (const [key, text] of copy.device) window.localStorage.setItem(key, text);
    world = { ...aWorld(), files: new Map(copy.files), server: new Map(copy.server), requests: [...copy.requests] };
    installLocks();
    const next = open();
    await settle(60_000);
    next.stop();
    try {
      check(copy);
    } catch (error) {
      throw new Error(`The tab died after "${copy.step}", and the next one did not make up for it.`, { cause: error });
    }
  }
  return copies.map(({ step: name }) => name);
}

const isText = (value: unknown): value is string => typeof value === 'string';
const kindsOf = (steps: string[]) => new Set(steps.map((name) => name.split(' ')[0]));
const requestsOf = (id: string) => world.requests.filter((one) => one === id).length;

describe('ordered send', () => {
  it('loses nothing, keeps the order, and asks the server at most once more', async () => {
    const open = () => {
      const outbox = new Outbox('messages', 'maya', isText);
      return { outbox, stop: outbox.start(({ id, content }) => receive(id, content)) };
    };
    const steps = await afterEachStep(
      open,
      async ({ outbox }) => {
        for (const text of ['one', 'two', 'three']) {
          outbox.add('jonas', text, text);
          world.written.push(text);
        }
        await settle(25);
        outbox.add('jonas', 'four', 'four');
        world.written.push('four');
      },
      ({ written, requests }) => {
        const stored = [...world.server.keys()];
        expect(stored).toEqual(['one', 'two', 'three', 'four'].slice(0, stored.length));
        expect(stored).toEqual(expect.arrayContaining(written));
        expect(Object.keys(window.localStorage)).toEqual([]);
        const repeated = stored.filter((id) => requestsOf(id) > 1);
        expect(repeated.length).toBeLessThanOrEqual(1);
        // Only the request that was under way is repeated.
        if (repeated[0]) expect(repeated[0]).toBe(requests.at(-1));
      },
    );
    expect(kindsOf(steps)).toEqual(new Set(['start', 'write', 'lock', 'send', 'answer', 'clear']));
  });
});

describe('replaced items', () => {
  it('arrive with their last value, and never an earlier one after it', async () => {
    const VALUES = ['one', 'two', 'three'];
    const open = () => {
      const outbox = new Outbox('habits', 'maya', isText);
      return { outbox, stop: outbox.start(({ id, content }) => receive(id, content)) };
    };
    const steps = await afterEachStep(
      open,
      async ({ outbox }) => {
        for (const value of VALUES) {
          outbox.replace('walk', value, value);
          world.written.push(value);
          // The first value is on its way when the second one replaces it.
          await settle(value === 'two' ? 0 : 5);
        }
      },
      ({ written }) => {
        const sent = world.requests.map((id) => VALUES.indexOf(id));
        expect(sent).toEqual([...sent].sort((a, b) => a - b));
        expect(sent.at(-1) ?? -1).toBeGreaterThanOrEqual(written.length - 1);
        expect(Object.keys(window.localStorage)).toEqual([]);
      },
    );
    expect(kindsOf(steps)).toEqual(new Set(['start', 'write', 'lock', 'send', 'answer', 'clear']));
  });
});

describe('a draft and the check-in that it becomes', () => {
  const LANE = { coachId: 'coach', clientId: 'client' };
  const ID = '0190a5a0-0000-7000-8000-400000000001';
  const isSent = (value: unknown): value is SentCheckIn => typeof value === 'object';
  const draftOf = (note: string) => ({ id: ID, templateId: null, version: 0, answers: { note } });

  it('are on the device or the server, and the check-in is stored once', async () => {
    const open = () => {
      const outbox = new Outbox<SentCheckIn>('check-ins', 'maya', isSent);
      const draft = new DraftStore('maya', LANE, outbox);
      const stops = [
        outbox.start(({ id, content }) => receive(`check-in ${id}`, content.answers.note)),
        draft.start({
          save: async ({ answers }) => {
            await receive(`draft ${answers.note}`, answers.note);
            return { savedAt: new Date().toISOString() };
          },
        }),
      ];
      return { draft, stop: () => stops.forEach((stop) => void stop()) };
    };
    const steps = await afterEachStep(
      open,
      async ({ draft }) => {
        draft.update(draftOf('Good'));
        world.written.push('Good');
        await settle(2000);
        draft.update(draftOf('Good week'));
        world.written.push('Good week');
        draft.submit(draftOf('Good week'));
        world.written.push('submitted');
      },
      ({ written }) => {
        const [last] = written.filter((text) => text !== 'submitted').slice(-1);
        if (last) expect([...world.server.values()]).toContain(last);
        if (written.includes('submitted')) expect(world.server.get(`check-in ${ID}`)).toBe('Good week');
        expect(requestsOf(`check-in ${ID}`)).toBeLessThanOrEqual(2);
        expect(Object.keys(window.localStorage).filter((key) => key.includes('outbox'))).toEqual([]);
      },
    );
    expect(kindsOf(steps)).toEqual(new Set(['start', 'write', 'lock', 'send', 'answer', 'clear']));
  });

  it('are kept beside what another device has saved, until the client has chosen and signed out', async () => {
    const ELSEWHERE = { ...draftOf('From the laptop'), savedAt: '2026-11-21T11:00:00.000Z' };
    const onServer = () => world.server.get('draft') as CheckInDraft | undefined;
    const KEY = checkInDraftPrefix('maya') + laneOf(LANE);
    const open = () => {
      const draft = new DraftStore('maya', LANE, new Outbox<SentCheckIn>('check-ins', 'maya', isSent));
      const save = async ({ basedOn, ...content }: SentCheckIn) => {
        step('send draft');
        await new Promise((resolve) => setTimeout(resolve, 10));
        const stored = onServer();
        if (stored && (!basedOn || stored.savedAt > basedOn)) throw new DraftConflict(stored, {});
        const savedAt = new Date(Date.parse(stored?.savedAt ?? '2026-11-21T10:00:00Z') + 1000).toISOString();
        world.server.set('draft', { ...content, savedAt });
        step('answer draft');
        await new Promise((resolve) => setTimeout(resolve, 10));
        return { savedAt };
      };
      return { draft, stop: draft.start({ save }) };
    };
    const steps = await afterEachStep(
      open,
      async ({ draft }) => {
        draft.update(draftOf('Good'));
        world.written.push('Good');
        await settle(2000);
        world.server.set('draft', ELSEWHERE);
        step('save elsewhere');
        draft.update(draftOf('Good week'));
        world.written.push('Good week');
        await settle(2000);
        expect(draft.getSnapshot().conflict).toEqual(ELSEWHERE);
        world.written.push('chosen');
        draft.keepOwn(ELSEWHERE, draftOf('Good week'));
        await settle(2000);
        await draft.clearSaved();
        world.written.push('signed out');
      },
      ({ written, server }) => {
        const device = JSON.parse(window.localStorage.getItem(KEY) ?? 'null') as SentCheckIn | null;
        const here = [device, onServer()].map((one) => String(one?.answers.note));
        const texts = ['Good', 'Good week'];
        const least = written.filter((text) => texts.includes(text)).length - 1;
        expect(Math.max(...here.map((note) => texts.indexOf(note)))).toBeGreaterThanOrEqual(least);
        const wasElsewhere = (server.get('draft') as CheckInDraft | undefined)?.answers.note === 'From the laptop';
        if (wasElsewhere && !written.includes('chosen')) expect(here).toContain('From the laptop');
        if (written.includes('chosen')) expect(onServer()?.answers.note).toBe('Good week');
        if (written.includes('signed out')) expect(device).toBeNull();
      },
    );
    expect(kindsOf(steps)).toEqual(new Set(['start', 'write', 'send', 'answer', 'save', 'clear']));
  });
});

describe('merge', () => {
  const ID = '0190a5a0-0000-7000-8000-000000000001';
  const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 9, 0, second)).toISOString();
  const aSet = (position: number): LoggedSet => ({
    id: `bench000.${position}`,
    exerciseKey: 'bench000',
    position,
    kind: 'normal',
    weightKg: 60,
    reps: 8,
    seconds: null,
    metres: null,
    rir: null,
    note: '',
    done: true,
    deleted: false,
    changedAt: at(position),
  });
  const HEAD: WorkoutLog['head'] = {
    clientProgramId: null,
    dayKey: null,
    weekNumber: null,
    day: '2026-11-21',
    name: 'Push',
    exercises: [],
    groups: [],
    startedAt: at(0),
    finishedAt: null,
    note: '',
    pains: [],
    deleted: false,
    changedAt: at(0),
  };

  it('has every set on the server in the end, and nothing waits', async () => {
    const merged = () => world.server.get(ID) as WorkoutLog | undefined;
    const open = () => {
      const store = new WorkoutStore('maya', 'coach');
      const stop = store.start(async (log) => {
        step('send');
        await new Promise((resolve) => setTimeout(resolve, 10));
        const known = merged();
        const now = known ? mergeWorkouts(known, log) : log;
        world.server.set(ID, now);
        step('answer');
        await new Promise((resolve) => setTimeout(resolve, 10));
        return now;
      });
      return { store, stop };
    };
    const sets: LoggedSet[] = [];
    const steps = await afterEachStep(
      open,
      async ({ store }) => {
        // The fourth set is logged while the third is on its way.
        for (const pause of [100, 1000, 605, 1000]) {
          sets.push(aSet(sets.length));
          store.change({ id: ID, head: HEAD, sets: [...sets] });
          world.written.push(`bench000.${sets.length - 1}`);
          await settle(pause);
        }
      },
      ({ written }) => {
        expect(merged()?.sets.map(({ id }) => id) ?? []).toEqual(expect.arrayContaining(written));
        const entries = Object.values(window.localStorage).map((text) => JSON.parse(text));
        expect(entries.filter(({ pending }) => pending)).toEqual([]);
      },
    );
    expect(kindsOf(steps)).toEqual(new Set(['start', 'write', 'send', 'answer']));
  });
});

describe('blobs', () => {
  it('arrive before the message that shows them, and leave the device after it', async () => {
    const calls = installUploads();
    let answered = 0;
    const answerUploads = async () => {
      for (const call of calls.slice(answered)) {
        const id = `file ${call.query.get('id')}`;
        step('send file');
        world.requests.push(id);
        world.server.set(id, 'content');
        step('answer file');
        call.answer(200, stored(call));
      }
      answered = calls.length;
    };
    const open = () => {
      const uploads = new Uploads(fileStore);
      const outbox = new Outbox('messages', 'maya', isText);
      const fileOf = (content: string) => [content];
      const stops = [
        uploads.start('maya', (id) => outbox.getSnapshot().items.some(({ content }) => fileOf(content).includes(id))),
        outbox.start(({ id, content }, signal) =>
          uploads.sendAfter(
            fileOf(content),
            async () => {
              // The server refuses messages whose files it does not have.
              if (!world.server.has(`file ${content}`)) throw Object.assign(new Error('no file'), { status: 422 });
              await receive(id, content);
            },
            signal,
          ),
        ),
      ];
      const timer = setInterval(() => void answerUploads(), 50);
      return {
        uploads,
        outbox,
        stop: () => {
          clearInterval(timer);
          for (const stop of stops) stop();
        },
      };
    };
    const steps = await afterEachStep(
      open,
      async ({ uploads, outbox }) => {
        uploads.add('list', [aPhoto()], { coachId: 'coach', clientId: 'client', purpose: 'message' });
        await vi.waitFor(() => expect(world.files.size).toBe(1));
        world.written.push('photo');
        const [file] = uploads.take('list');
        outbox.add('jonas', 'message', file?.id ?? '');
        world.written.push('message');
      },
      ({ written }) => {
        const files = [...world.server.keys()].filter((id) => id.startsWith('file '));
        if (written.includes('photo')) expect(files).toHaveLength(1);
        if (written.includes('message')) {
          expect(world.server.has('message')).toBe(true);
          expect(requestsOf('message')).toBeLessThanOrEqual(2);
          expect(world.files.size).toBe(0);
        }
        expect(Object.keys(window.localStorage)).toEqual([]);
      },
    );
    expect(kindsOf(steps)).toEqual(new Set(['start', 'keep', 'send', 'answer', 'write', 'lock', 'delete', 'clear']));
  });
});

describe('backup', () => {
  const base = aProgram({ Push: { Bench: [{}] } });
  const named = (name: string) => (draft: Program) => {
    draft.name = name;
  };

  it('has every edit that was kept on the server in the end', async () => {
    await programSchema.load();
    type Saved = { program: Program; version: number };
    const onServer = () => (world.server.get('program') as Saved | undefined) ?? { program: base, version: 1 };
    // The clock is faked: request and answer each take a second of it.
    const underWay = () => new Promise((resolve) => setTimeout(resolve, 1000));
    const open = () => {
      const editor = new ProgramEditor('p1', onServer(), async (program, basedOn) => {
        step('send');
        await underWay();
        if (onServer().version !== basedOn) return { outcome: 'conflict' };
        const version = basedOn + 1;
        world.server.set('program', { program, version });
        step('answer');
        await underWay();
        return { outcome: 'saved', version };
      });
      return { editor, stop: () => undefined };
    };
    const steps = await afterEachStep(
      open,
      async ({ editor }) => {
        for (const name of ['One', 'Two', 'Three']) {
          editor.edit(named(name));
          // The editor writes its backup after a pause, while the save of the edit before is still under way.
          await settle(800);
          world.written.push(name);
        }
      },
      ({ written }) => {
        const names = ['One', 'Two', 'Three'];
        const least = names.indexOf(written.at(-1) ?? '');
        expect(names.indexOf(onServer().program.name)).toBeGreaterThanOrEqual(least);
      },
    );
    expect(kindsOf(steps)).toEqual(new Set(['start', 'write', 'send', 'answer', 'clear']));
  });
});
