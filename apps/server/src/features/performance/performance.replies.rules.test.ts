import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ConversationMessage, PROMPT_SECONDS, replyFigures, waitsOf } from './performance.replies.rules.ts';

describe('waiting for the coach', () => {
  const NOW = new Date('2026-03-11T12:00:00Z');
  const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);
  const says = (sender: 'coach' | 'client', hours: number, isGroupMessage = false): ConversationMessage => ({
    at: hoursAgo(hours),
    sender,
    isGroupMessage,
  });

  it('messages in a row are one wait from the first of them', () => {
    const talk = [says('client', 10), says('client', 9), says('coach', 8), says('coach', 7), says('client', 1)];
    expect(waitsOf(talk, NOW)).toEqual([
      { since: hoursAgo(10), seconds: 7200, answered: true },
      { since: hoursAgo(1), seconds: 3600, answered: false },
    ]);
  });

  it('a group message answers no client', () => {
    const talk = [says('client', 10), says('coach', 9, true), says('client', 8), says('coach', 7)];
    expect(waitsOf(talk, NOW)).toEqual([{ since: hoursAgo(10), seconds: 10_800, answered: true }]);
  });

  it('there are never more waits than messages of the client, and repeating a message adds none', () => {
    const message = fc.record({ sender: fc.constantFrom('coach', 'client'), isGroupMessage: fc.boolean() });
    fc.assert(
      fc.property(fc.array(message, { maxLength: 30 }), (sent) => {
        const talk = sent.map((one, index) => ({ ...one, at: hoursAgo(sent.length - index) }) as ConversationMessage);
        const waits = waitsOf(talk, NOW);
        const asked = talk.filter(({ sender }) => sender === 'client').length;
        const replies = talk.filter(({ sender, isGroupMessage }) => sender === 'coach' && !isGroupMessage).length;
        expect(waits.length).toBeLessThanOrEqual(asked);
        expect(waits.filter(({ answered }) => answered).length).toBeLessThanOrEqual(replies);
        expect(waits.filter(({ answered }) => !answered).length).toBeLessThanOrEqual(1);
        const doubled = talk.flatMap((one) => (one.sender === 'client' ? [one, one] : [one]));
        expect(waitsOf(doubled, NOW)).toEqual(waits);
      }),
    );
  });

  it('is summed up by the median and the share within a day', () => {
    const answered = (seconds: number) => ({ seconds, answered: true });
    const open = (seconds: number) => ({ seconds, answered: false });
    expect(replyFigures([])).toEqual({ answered: 0, waiting: 0, medianSeconds: null, promptPercent: null });
    // Waits of less than a day can still be answered in time.
    expect(replyFigures([open(PROMPT_SECONDS)])).toMatchObject({ waiting: 0, promptPercent: null });
    expect(replyFigures([answered(60), answered(PROMPT_SECONDS), open(PROMPT_SECONDS + 1), open(5)])).toEqual({
      answered: 2,
      waiting: 1,
      medianSeconds: (60 + PROMPT_SECONDS) / 2,
      promptPercent: 67,
    });
  });
});
