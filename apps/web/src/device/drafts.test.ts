import { afterEach, describe, expect, it, vi } from 'vitest';
import { readDraft, saveDraft } from './drafts.ts';

afterEach(() => vi.restoreAllMocks());

describe('a draft', () => {
  it('is kept by its name until it is emptied', () => {
    saveDraft('anna', 'Hello Anna');
    saveDraft('ben', 'Hello Ben');
    expect(readDraft('anna')).toBe('Hello Anna');
    saveDraft('anna', '');
    expect(readDraft('anna')).toBe('');
    expect(readDraft('ben')).toBe('Hello Ben');
    expect(Object.keys(window.sessionStorage).join()).not.toContain('anna');
  });

  it('does not break the page when the storage is full', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(() => saveDraft('carla', 'Hello')).not.toThrow();
  });
});
