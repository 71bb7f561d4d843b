import { vi } from 'vitest';

/** Screens up to the width of a phone match. */
export function onPhone(): void {
  const { matchMedia } = window;
  vi.stubGlobal('matchMedia', (media: string) => ({
    ...matchMedia(media),
    matches: media.includes('max-width: 48em'),
  }));
}
