import { tabStorage } from './storage.ts';

/** Builds that this tab has reloaded the page for. */
const RELOADED_KEY = 'stridewell.reloaded';
const MISSING = 'MissingChunk';

/** Marks the errors of chunks that could not be loaded. Browsers word them differently. */
export function markMissingChunks(target: EventTarget): void {
  target.addEventListener('vite:preloadError', (event) => {
    // The router reloads the page when it reads the browsers' messages, also without a network.
    const error: unknown = Reflect.get(event, 'payload');
    if (!(error instanceof Error)) return;
    Object.assign(error, { name: MISSING, message: `a part of the app could not be loaded: ${error.message}` });
  });
}

export const isMissingChunk = (error: unknown): boolean => error instanceof Error && error.name === MISSING;

/** `reloading`: the page is about to go. `unreachable`: no server answers. `kept`: reloading is up to the person. */
export type ChunkOutcome = 'reloading' | 'unreachable' | 'kept';

type Page = {
  /** The names of the scripts of the open build, which differ from those of each other build. */
  build: string;
  reload: () => void;
};

const openPage = (): Page => ({
  build: document.querySelector('script[type="importmap"]')?.textContent ?? '',
  reload: () => window.location.reload(),
});

/** Whether the page holds something that is on no device yet. The browser asks before it closes such a page. */
const isHeldBack = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

/**
 * Reloads the page after a chunk could not be loaded, because the release of this page may be gone. Once for each build
 * and tab, so that a chunk that stays missing does not reload the page forever.
 */
export async function reloadForChunk({ build, reload } = openPage()): Promise<ChunkOutcome> {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
  if (!answer?.ok) return 'unreachable';
  const before = tabStorage.readText(RELOADED_KEY)?.split(' ') ?? [];
  // Without storage there would be no end.
  if (before.includes(build) || isHeldBack() || !tabStorage.writeText(RELOADED_KEY, [...before, build].join(' '))) {
    return 'kept';
  }
  reload();
  return 'reloading';
}
