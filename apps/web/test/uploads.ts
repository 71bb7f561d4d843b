import { vi } from 'vitest';

/** An upload that the app has started; the test decides how it ends. */
export type FakeUpload = {
  query: URLSearchParams;
  body: Blob;
  aborted: boolean;
  progress(loaded: number, total: number): void;
  answer(status: number, body: object): void;
  /** No answer arrives. */
  fail(): void;
};

/** Uploads as the app makes them, none of which leaves the test. */
export function installUploads(): FakeUpload[] {
  const started: FakeUpload[] = [];
  class FakeXhr {
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    onload?: () => void;
    onerror?: () => void;
    status = 0;
    responseText = '';
    #url = '';
    #aborted = false;

    open(_method: string, url: string) {
      this.#url = url;
    }
    setRequestHeader = () => undefined;
    abort() {
      this.#aborted = true;
    }
    send(body: Blob) {
      const isAborted = () => this.#aborted;
      started.push({
        query: new URL(this.#url, window.location.href).searchParams,
        body,
        get aborted() {
          return isAborted();
        },
        progress: (loaded, total) => this.upload.onprogress?.({ loaded, total }),
        answer: (status, answer) => {
          Object.assign(this, { status, responseText: JSON.stringify(answer) });
          this.onload?.();
        },
        fail: () => this.onerror?.(),
      });
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeXhr);
  let previews = 0;
  URL.createObjectURL = () => {
    previews += 1;
    return `blob:picture-${previews}`;
  };
  URL.revokeObjectURL = () => undefined;
  return started;
}

/** The server's description of a stored file. */
export const stored = (upload: FakeUpload, changes: object = {}) => ({
  id: upload.query.get('id'),
  kind: 'image',
  name: 'photo.webp',
  bytes: 2000,
  width: 40,
  height: 30,
  ...changes,
});

export const aPhoto = (name = 'front.jpg', size = 2000): File =>
  new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), new Uint8Array(size - 4)], name, { type: 'image/jpeg' });
export const aPdf = (name = 'plan.pdf'): File =>
  new File(['%PDF-1.7\n', 'x'.repeat(3000)], name, { type: 'application/pdf' });
export const aVideo = (name = 'squat.mov'): File =>
  new File(['\0\0\0\x14ftypqt  \0\0\0\0qt  ', 'x'.repeat(3000)], name, { type: 'video/quicktime' });
