import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIKELY_SPAM, type SpamSigns, spamScoreOf } from './contacts.rules.ts';

const signs: SpamSigns = { email: 'vera@lind.example', text: 'Do you have an app?', filledMs: 60_000, repeats: 0 };
const anySigns: fc.Arbitrary<SpamSigns> = fc.record({
  email: fc.oneof(fc.constantFrom('a@mailinator.com', 'a@gmail.com', ''), fc.string()),
  text: fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.constantFrom('http://a b', 'WWW. <A HREF>')),
  filledMs: fc.option(fc.integer({ min: -1e9, max: 1e9 })),
  repeats: fc.nat(1000),
});

describe('the spam score', () => {
  it('is zero for what a person wrote', () => {
    expect(spamScoreOf(signs)).toEqual({ score: 0, reasons: [] });
  });

  it.each([
    [{ filledMs: 4900 }, 'Filled in 4 seconds'],
    [{ filledMs: 1000 }, 'Filled in 1 second'],
    [{ text: 'See https://a.example' }, 'Contains 1 link'],
    [{ text: 'https://a.example www.b.example HTTP://c' }, 'Contains 3 links'],
    [{ text: 'click [url=here]' }, 'Contains link code'],
    [{ email: 'vera@mailinator.com' }, 'Disposable email address'],
    [{ repeats: 1 }, 'Same text sent once before'],
    [{ repeats: 7 }, 'Same text sent 7 times before'],
    [{ text: 'CHEAP FOLLOWERS FOR YOUR GYM' }, 'Mostly capital letters'],
  ] as [Partial<SpamSigns>, string][])('names the sign of %o', (changes, reason) => {
    expect(spamScoreOf({ ...signs, ...changes }).reasons).toEqual([reason]);
  });

  it.each([
    { filledMs: null },
    { filledMs: -4000 },
    { text: 'HIIT AND TRX' },
    { text: '健身教练需要一个应用程序健身教练需要一个应用程序' },
    { text: '' },
  ])('does not count %o', (changes) => {
    expect(spamScoreOf({ ...signs, ...changes }).score).toBe(0);
  });

  it('is likely spam only for several signs', () => {
    for (const one of [{ filledMs: 3500 }, { repeats: 9 }, { text: 'http://a http://b' }]) {
      expect(spamScoreOf({ ...signs, ...one }).score).toBeLessThan(LIKELY_SPAM);
    }
    expect(spamScoreOf({ ...signs, filledMs: 3500, repeats: 2 }).score).toBeGreaterThanOrEqual(LIKELY_SPAM);
  });

  it('is between 0 and 100, with a reason where there are points', () => {
    fc.assert(
      fc.property(anySigns, (any) => {
        const { score, reasons } = spamScoreOf(any);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
        expect(score > 0).toBe(reasons.length > 0);
      }),
    );
  });

  it('never falls with one more sign', () => {
    fc.assert(
      fc.property(anySigns, (any) => {
        const { score } = spamScoreOf(any);
        expect(spamScoreOf({ ...any, repeats: any.repeats + 1 }).score).toBeGreaterThanOrEqual(score);
        expect(spamScoreOf({ ...any, filledMs: 3000 }).score).toBeGreaterThanOrEqual(score);
        expect(spamScoreOf({ ...any, email: 'a@mailinator.com' }).score).toBeGreaterThanOrEqual(score);
      }),
    );
  });
});
