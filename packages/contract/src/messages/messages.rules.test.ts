import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { otherSide, SIDES, type Side } from '../people.rules.ts';
import {
  excerptOf,
  groupMessages,
  lastContiguousSeq,
  MESSAGE_MAX,
  MESSAGES_REFRESH_MS,
  mergeMessages,
  summaryOf,
  unreadLabel,
  withoutStored,
} from './messages.rules.ts';

const seqs = fc.uniqueArray(fc.integer({ min: 1, max: 200 }), { maxLength: 40 });
const numbered = (list: readonly number[]) => list.map((seq) => ({ id: `m${seq}`, seq }));

describe('summaryOf', () => {
  it('is the text where there is one, else its attachments', () => {
    expect(summaryOf('Look at this', ['image'])).toBe('Look at this');
    expect(summaryOf('', ['image'])).toBe('Photo');
    expect(summaryOf('', ['pdf'])).toBe('PDF');
    expect(summaryOf('', ['image', 'image', 'image'])).toBe('3 photos');
    expect(summaryOf('', ['pdf', 'pdf'])).toBe('2 PDFs');
    expect(summaryOf('', ['pdf', 'image'])).toBe('2 files');
  });

  it('says something about every message that says or holds something', () => {
    const kinds = fc.array(fc.constantFrom('image' as const, 'pdf' as const), { maxLength: 5 });
    fc.assert(
      fc.property(fc.string(), kinds, (text, attached) => {
        const body = text.trim();
        fc.pre(body !== '' || attached.length > 0);
        expect(summaryOf(body, attached)).not.toBe('');
      }),
    );
  });
});

describe('mergeMessages', () => {
  it('has each message once and in order, however they came', () => {
    fc.assert(
      fc.property(seqs, seqs, (first, second) => {
        const merged = mergeMessages(numbered(first), numbered(second)).map(({ seq }) => seq);
        expect(merged).toEqual([...new Set([...first, ...second])].sort((a, b) => a - b));
      }),
    );
  });
});

describe('lastContiguousSeq', () => {
  it('is the last number before the first gap', () => {
    expect(lastContiguousSeq([])).toBe(0);
    expect(lastContiguousSeq(numbered([7, 8, 9]))).toBe(9);
    expect(lastContiguousSeq(numbered([7, 8, 10, 11]))).toBe(8);
  });

  it('leaves nothing out that is asked for after it', () => {
    fc.assert(
      fc.property(seqs, fc.integer({ min: 1, max: 200 }), (held, last) => {
        const known = mergeMessages(numbered(held), []).filter(({ seq }) => seq <= last);
        const first = known[0]?.seq ?? 1;
        const end = lastContiguousSeq(known);
        const fetched = numbered(Array.from({ length: last }, (_, index) => index + 1).filter((seq) => seq > end));
        const all = mergeMessages(known, fetched).map(({ seq }) => seq);
        expect(all).toEqual(Array.from({ length: last - first + 1 }, (_, index) => first + index));
      }),
    );
  });
});

describe('withoutStored', () => {
  it('leaves out what is stored and keeps the order of the rest', () => {
    fc.assert(
      fc.property(seqs, seqs, (pending, stored) => {
        const rest = withoutStored(numbered(pending), numbered(stored));
        expect(rest.map(({ seq }) => seq)).toEqual(pending.filter((seq) => !stored.includes(seq)));
      }),
    );
  });
});

describe('groupMessages', () => {
  const at = (iso: string, sender: Side = 'coach') => ({ createdAt: iso, sender });

  it('loses nothing, keeps the order and never mixes senders or days', () => {
    const message = fc.record({ sender: fc.constantFrom(...SIDES), minutes: fc.integer({ min: 0, max: 60 }) });
    fc.assert(
      fc.property(fc.array(message), (steps) => {
        let time = Date.UTC(2026, 4, 5);
        const messages = steps.map(({ sender, minutes }) => {
          time += minutes * 60_000;
          return at(new Date(time).toISOString(), sender);
        });
        const groups = groupMessages(messages, 'Asia/Kathmandu');
        expect(groups.flatMap((group) => group.messages)).toEqual(messages);
        for (const group of groups) expect(new Set(group.messages.map(({ sender }) => sender)).size).toBe(1);
      }),
    );
  });

  it('takes the days of the zone', () => {
    const messages = [at('2026-05-05T18:14:00Z'), at('2026-05-05T18:16:00Z')];
    expect(groupMessages(messages, 'UTC')).toHaveLength(1);
    // 23:59 and 00:01.
    expect(groupMessages(messages, 'Asia/Kathmandu').map(({ day }) => day)).toEqual(['2026-05-05', '2026-05-06']);
  });

  it('starts a new group after five minutes', () => {
    const near = [at('2026-05-05T10:00:00Z'), at('2026-05-05T10:04:59Z'), at('2026-05-05T10:09:59Z')];
    expect(groupMessages(near, 'UTC').map(({ messages }) => messages.length)).toEqual([2, 1]);
  });
});

describe('excerptOf', () => {
  it('is one line of at most so many characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.integer({ min: 2, max: 50 }), (body, length) => {
        const excerpt = excerptOf(body, length);
        expect(Array.from(excerpt).length).toBeLessThanOrEqual(length);
        expect(excerpt).not.toMatch(/[\n\r\t]/);
        // The end is never half a surrogate pair.
        expect(excerpt.isWellFormed()).toBe(true);
      }),
    );
  });

  it.each([
    ['  Hi \n\n there ', 'Hi there'],
    ['💪'.repeat(5), '💪💪💪💪💪'],
    ['x'.repeat(12), `${'x'.repeat(9)}…`],
  ])('of %j', (body, excerpt) => {
    expect(excerptOf(body, 10)).toBe(excerpt);
  });
});

it.each([
  [0, null],
  [-1, null],
  [1, '1'],
  [99, '99'],
  [100, '99+'],
])('%d unread', (unread, label) => {
  expect(unreadLabel(unread)).toBe(label);
});

it('has two sides and the numbers of the product', () => {
  expect(SIDES.map(otherSide)).toEqual(['client', 'coach']);
  expect([MESSAGE_MAX, MESSAGES_REFRESH_MS]).toEqual([10_000, 10_000]);
});
