import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aPhoto, type FakeUpload, installUploads, stored } from '../../test/uploads.ts';
import type { StoredUpload, UploadStore } from './blobs.ts';
import { Uploads, type UploadTarget } from './file-upload.ts';

const TARGET: UploadTarget = { coachId: 'coach', clientId: 'client', purpose: 'photo' };

/** The storage of a device, which several pages use one after the other. */
function aDevice() {
  const kept = new Map<string, StoredUpload<unknown>>();
  const store = {
    put: async (upload: StoredUpload<unknown>) => kept.set(upload.id, upload).size && upload.id,
    delete: async (id: string) => void kept.delete(id),
    get: async (id: string) => kept.get(id),
    of: async (userId: string) => [...kept.values()].filter((one) => one.userId === userId),
  } as UploadStore;
  return { kept, store };
}

let calls: FakeUpload[];
beforeEach(() => {
  calls = installUploads();
});
const nth = async (number: number): Promise<FakeUpload> => {
  await vi.waitFor(() => expect(calls.length).toBeGreaterThan(number));
  const call = calls[number];
  if (!call) throw new Error('nothing was sent');
  return call;
};

describe('a photo that has not arrived', () => {
  it('is sent by the next page that its person opens, with its id, and gone with what it hangs on', async () => {
    const { kept, store } = aDevice();
    const before = new Uploads(store);
    const close = before.start('maya');
    before.add('front', [aPhoto()], TARGET);
    const first = await nth(0);
    first.fail();
    expect([...kept.values()]).toMatchObject([{ userId: 'maya', list: 'front', target: TARGET, name: 'front.jpg' }]);
    close();

    const page = new Uploads(store);
    page.start('maya');
    const second = await nth(1);
    expect(second.query.get('id')).toBe(first.query.get('id'));
    expect(page.getSnapshot()).toMatchObject([{ list: 'front', stored: true }]);
    const finished = page.whenStored(first.query.get('id') ?? '');
    second.answer(200, stored(second));
    await finished;
    await vi.waitFor(() => expect([...kept.values()]).toMatchObject([{ arrived: true }]));
    page.forget([first.query.get('id') ?? '']);
    await vi.waitFor(() => expect(kept.size).toBe(0));
  });

  it('stays on the device for what still needs it, is not sent again, and goes when nothing does', async () => {
    const { kept, store } = aDevice();
    const before = new Uploads(store);
    const close = before.start('maya');
    before.add('front', [aPhoto()], TARGET);
    const call = await nth(0);
    const id = call.query.get('id') ?? '';
    call.answer(200, stored(call));
    await vi.waitFor(() => expect(kept.get(id)).toMatchObject({ arrived: true }));
    close();

    const page = new Uploads(store);
    const closeAgain = page.start('maya', (file) => file === id);
    await page.whenStored(id);
    expect(page.getSnapshot()).toMatchObject([{ id, status: 'ready' }]);
    expect(page.getContent(id)?.size).toBe(2000);
    expect(calls).toHaveLength(1);
    closeAgain();

    const later = new Uploads(store);
    later.start('maya');
    await vi.waitFor(() => expect(kept.size).toBe(0));
    expect(later.getSnapshot()).toEqual([]);
  });

  it('that was refused is sent again on request', async () => {
    const { store } = aDevice();
    const uploads = new Uploads(store);
    uploads.start('maya');
    uploads.add('front', [aPhoto()], TARGET);
    const refused = await nth(0);
    refused.answer(409, {
      code: 'RELATIONSHIP_CLOSED',
      message: 'This coaching has ended, so the file was not saved.',
    });
    expect(uploads.getSnapshot()).toMatchObject([{ status: 'refused' }]);
    uploads.retry(refused.query.get('id') ?? '');
    const again = await nth(1);
    again.answer(200, stored(again));
    expect(uploads.getSnapshot()).toMatchObject([{ status: 'ready' }]);
  });

  it('is nothing to another person', async () => {
    const { kept, store } = aDevice();
    const uploads = new Uploads(store);
    const signOut = uploads.start('maya');
    uploads.add('front', [aPhoto()], TARGET);
    const call = await nth(0);
    signOut();
    expect(call.aborted).toBe(true);
    uploads.start('jonas');
    window.dispatchEvent(new Event('online'));
    await uploads.whenStored(call.query.get('id') ?? '');
    expect(uploads.getSnapshot()).toEqual([]);
    expect(calls).toHaveLength(1);
    expect(kept.size).toBe(1);
  });

  it('is forgotten by the device when it is taken away, and follows the message that it was sent with', async () => {
    const { kept, store } = aDevice();
    const uploads = new Uploads(store);
    uploads.start('maya');
    uploads.add('composer', [aPhoto('one.jpg'), aPhoto('two.jpg')], TARGET);
    (await nth(0)).fail();
    (await nth(1)).fail();
    const [one, two] = uploads.take('composer');
    await vi.waitFor(() => expect([...kept.values()].map(({ list }) => list)).toEqual([null, null]));
    uploads.forget([one?.id ?? '']);
    await vi.waitFor(() => expect([...kept.keys()]).toEqual([two?.id]));
  });

  it('that was chosen in another tab is sent from here when it is needed', async () => {
    const { store } = aDevice();
    const [chosenIn, sendsIn] = [new Uploads(store), new Uploads(store)];
    sendsIn.start('maya');
    chosenIn.start('maya');
    chosenIn.add('composer', [aPhoto()], TARGET);
    const first = await nth(0);
    first.fail();
    const finished = sendsIn.whenStored(first.query.get('id') ?? '');
    const second = await nth(1);
    second.answer(200, stored(second));
    await finished;
  });

  it('says that the page must stay where nothing can be kept, and is sent all the same', async () => {
    const none = () => Promise.reject(new Error('no room'));
    const uploads = new Uploads({ put: none, delete: none, get: none, of: none });
    uploads.start('maya');
    uploads.add('front', [aPhoto()], TARGET);
    const call = await nth(0);
    expect(uploads.getSnapshot()).toMatchObject([{ stored: false, status: 'sending' }]);
    const closing = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(closing);
    expect(closing.defaultPrevented).toBe(true);
    call.answer(200, stored(call));
    expect(uploads.getSnapshot()).toMatchObject([{ status: 'ready' }]);
  });
});
