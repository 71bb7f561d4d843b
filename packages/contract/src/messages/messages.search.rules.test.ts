import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXCERPT_LENGTH } from './messages.rules.ts';
import { excerptAround, markWords, messageWords, searchedWords } from './messages.search.rules.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.lorem({ maxCount: 30 }),
);

describe('messageWords', () => {
  it.each([
    ['', []],
    [' \n\t', []],
    ['?!… 💪❤️ 👨‍👩‍👧', []],
    ['Knee, knee; KNEE!', ['knee']],
    ['Crème brûlée', ['creme', 'brulee']],
    ["don't (do) “it”—now", ['don', 't', 'do', 'it', 'now']],
    ['3x10 @ 62.5kg', ['3x10', '62', '5kg']],
    ['Ｆｕｌｌ ｗｉｄｔｈ', ['full', 'width']],
    ['ﬁne', ['fine']],
    ['КОЛЕНО болит', ['колено', 'болит']],
    ['Straße Ærø', ['straße', 'ærø']],
    ['膝が痛い。足も', ['膝か痛い', '足も']],
    ['a%_\\b', ['a', 'b']],
    [`'; drop table messages; --`, ['drop', 'table', 'messages']],
    ['x'.repeat(10_000), ['x'.repeat(40)]],
    ['𝒳'.repeat(50), ['x'.repeat(40)]],
    ['a\u0301\u0301\u0301b', ['ab']],
  ])('%j', (body, words) => {
    expect(messageWords(body)).toEqual(words);
  });

  it('has short words, each once, that are found by themselves whatever their case', () => {
    fc.assert(
      fc.property(text, (body) => {
        const words = messageWords(body);
        expect(new Set(words).size).toBe(words.length);
        for (const word of words) {
          expect([...word].length).toBeLessThanOrEqual(40);
          expect(word.isWellFormed()).toBe(true);
          expect(messageWords(word)).toEqual([word]);
        }
        expect(messageWords(`${body.normalize('NFD')} ${body.normalize('NFC')}`)).toEqual(words);
      }),
    );
  });

  it('finishes with hostile texts of full length', () => {
    for (const unit of ['a ', 'ﷺ ', '́', 'a\u0301', '💪a', '\u200f1']) {
      expect(messageWords(unit.repeat(10_000).slice(0, 10_000)).length).toBeLessThan(10);
    }
  });
});

it.each([
  ['kn knee knees', ['knees']],
  ['Knee clicked', ['knee', 'clicked']],
  ['“%”', []],
])('searches %j by %j', (typed, words) => {
  expect(searchedWords(typed)).toEqual(words);
});

describe('markWords', () => {
  const marked = (body: string, typed: string) =>
    markWords(body, typed)
      .map((part) => (part.isFound ? `[${part.text}]` : part.text))
      .join('');

  it.each([
    ['My KNEES clicked', 'knee cli', 'My [KNEES] [clicked]'],
    ['Une crème brûlée', 'creme', 'Une [crème] brûlée'],
    ['kneeling, knee.', 'kneel', '[kneeling], knee.'],
    ['Nothing here', '%', 'Nothing here'],
    ['', 'knee', ''],
  ])('%j for %j', (body, typed, expected) => {
    expect(marked(body, typed)).toBe(expected);
  });

  it('keeps the text', () => {
    fc.assert(
      fc.property(text, text, (body, typed) => {
        expect(
          markWords(body, typed)
            .map((part) => part.text)
            .join(''),
        ).toBe(body);
      }),
    );
  });
});

describe('excerptAround', () => {
  it('shows a searched word, whatever its case and place, in one line of limited length', () => {
    const word = fc.string({ minLength: 1, maxLength: 40 }).filter((one) => /^[a-z0-9]+$/.test(one));
    fc.assert(
      fc.property(fc.lorem({ maxCount: 60 }), word, fc.lorem({ maxCount: 60 }), (before, found, after) => {
        const excerpt = excerptAround(`${before}\n${found.toUpperCase()} ${after}`, found);
        expect(markWords(excerpt, found).some(({ isFound }) => isFound)).toBe(true);
        expect(Array.from(excerpt).length).toBeLessThanOrEqual(EXCERPT_LENGTH);
        expect(excerpt).not.toContain('\n');
      }),
    );
  });

  it('begins at the start of a message that has it early, or lacks it', () => {
    expect(excerptAround('My knee clicked', 'knee')).toBe('My knee clicked');
    expect(excerptAround('My knee clicked', 'elbow')).toBe('My knee clicked');
    expect(excerptAround(`${'Warm-up was fine. '.repeat(20)}My KNEE clicked.`, 'knee')).toBe(
      '…fine. Warm-up was fine. My KNEE clicked.',
    );
  });
});
