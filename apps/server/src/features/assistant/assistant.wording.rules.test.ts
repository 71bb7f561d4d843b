import { describe, expect, it } from 'vitest';
import { type Client, countFact, textOf } from './assistant.facts.rules.ts';
import { readWording, type Slots } from './assistant.wording.rules.ts';

const INES = { clientId: '0190a5a0-0000-7000-8000-000000000001', name: 'Ines Vidal' };
const BEN = { clientId: '0190a5a0-0000-7000-8000-000000000002', name: 'Ben Ward' };

const aFact = (value: number, client?: Client) =>
  countFact(value, { label: 'Check-ins', link: '/coach/check-ins', client });

const SLOTS: Slots = {
  facts: new Map([
    ['f1', aFact(3, INES)],
    ['f2', aFact(8, BEN)],
    ['f3', aFact(11)],
  ]),
  clients: new Map([
    ['c1', INES],
    ['c2', BEN],
  ]),
  periods: new Map(),
};
const read = (...sentences: string[]) => readWording({ sentences }, SLOTS);

describe('the wording of a model', () => {
  it('is kept where each figure stands with its client', () => {
    const parts = read('{c1} sent {f1}.', '{c2} sent {f2}.', 'Clients sent {f3}.');
    expect(parts).not.toBeNull();
    expect(textOf(parts ?? [])).toMatch(/Ines Vidal sent .*3.* Ben Ward sent .*8.* Clients sent .*11/);
  });

  it.each([
    ['the right number for the wrong client', '{c2} sent {f1}.'],
    ['numbers of two clients in one sentence', '{c1} sent {f1}, {c2} sent {f2}.'],
    ['a number of all clients for one', '{c1} sent {f3}.'],
    ['a number without its client', 'Clients sent {f1}.'],
    ['a number in words', '{c1} sent {f1}, seven in a week.'],
    ['a dozen', '{c1} sent a dozen check-ins, {f1}.'],
    ['a fraction in words', '{c1} sent half of {f1}.'],
    ['a Roman number', '{c1} sent {f1} in XII weeks.'],
  ])('is dropped for %s', (_, sentence) => {
    expect(read(sentence)).toBeNull();
  });
});
