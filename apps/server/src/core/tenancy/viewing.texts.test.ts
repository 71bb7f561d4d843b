import { id, instant, line, text } from '@stridewell/contract/fields';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { requireNoHiddenTexts, shownToOperators } from './viewing.texts.ts';

const HIDDEN = 'Not shown to operators.';
const [first, second] = ['0d0e5f4a-6f5e-4b38-9c1e-1f2f3a4b5c6d', '5b1c7f0e-2d3a-4c5b-8e6f-7a8b9c0d1e2f'];

describe('shownToOperators', () => {
  const shown = (schema: z.ZodType, answer: unknown) => shownToOperators('some.procedure', schema, answer);

  it('keeps ids, dates, numbers and fixed choices, and replaces every other text', () => {
    const schema = z.object({
      clientId: id.nullable(),
      at: instant,
      status: z.enum(['open', 'done']),
      plan: z.literal('pro').or(z.null()),
      count: z.int(),
      note: text(100),
      title: line(100).optional(),
    });
    const at = '2026-01-05T10:00:00.000Z';
    const fixed = { clientId: first, at, status: 'open', plan: 'pro', count: 3 };
    expect(shown(schema, { ...fixed, note: 'Knee', title: 'Nina' })).toEqual({
      ...fixed,
      note: HIDDEN,
      title: HIDDEN,
    });
    expect(shown(schema, { ...fixed, clientId: null, note: '' })).toEqual({ ...fixed, clientId: null, note: '' });
  });

  it('replaces texts that no schema describes, at any depth', () => {
    expect(shown(z.unknown(), [{ deep: { list: ['a', 'b'] }, other: 'c' }])).toEqual([
      { deep: { list: [HIDDEN] }, other: HIDDEN },
    ]);
    expect(shownToOperators('some.procedure', undefined, { text: 'a' })).toEqual({ text: HIDDEN });
    expect(shown(z.object({ known: z.int() }), { known: 1, more: 'a' })).toEqual({ known: 1, more: HIDDEN });
  });

  it('looks into the option of a union that the value is of', () => {
    const option = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('fixed'), value: z.enum(['yes', 'no']) }),
      z.object({ kind: z.literal('free'), value: z.string() }),
    ]);
    expect(
      shown(z.array(option), [
        { kind: 'fixed', value: 'yes' },
        { kind: 'free', value: 'yes' },
      ]),
    ).toEqual([
      { kind: 'fixed', value: 'yes' },
      { kind: 'free', value: HIDDEN },
    ]);
    expect(shown(z.enum(['all']).or(z.string()), 'all')).toBe('all');
    expect(shown(z.enum(['all']).or(z.string()), 'Nina')).toBe(HIDDEN);
  });

  it('leaves out entries whose keys people choose', () => {
    const answers = { answers: z.record(z.string(), z.int()), byStatus: z.record(z.enum(['open']), z.int()) };
    expect(shown(z.object(answers), { answers: { 'How is Nina?': 3 }, byStatus: { open: 1 } })).toEqual({
      answers: {},
      byStatus: { open: 1 },
    });
  });

  it('tells rows apart by their ids, and equal texts by a number', () => {
    const row = { id, name: z.string(), clientId: id, clientName: z.string(), tags: z.array(z.string()) };
    const schema = z.object({ packages: z.array(z.object(row)), tags: z.array(z.string()) });
    const rows = [
      { id: first, name: 'Nina 1:1', clientId: second, clientName: 'Nina', tags: ['knee', 'shy'] },
      { id: second, name: 'Nina 1:1', clientId: first, clientName: 'Omar', tags: ['shy'] },
    ];
    expect(shown(schema, { packages: rows, tags: ['shy', 'knee'] })).toEqual({
      packages: [
        { id: first, name: 'Package 5c6d', clientId: second, clientName: 'Client 1e2f', tags: ['Tag 1', 'Tag 2'] },
        { id: second, name: 'Package 1e2f', clientId: first, clientName: 'Client 5c6d', tags: ['Tag 2'] },
      ],
      tags: ['Tag 2', 'Tag 1'],
    });
  });

  it('shows exercises of the product as long as the coach has not edited them', () => {
    const exercise = z.object({ id: z.string(), name: z.string(), builtIn: z.boolean(), changed: z.boolean() });
    const schema = z.object({ exercises: z.array(exercise) });
    const own = { id: first, name: 'Nina press', builtIn: false, changed: false };
    const builtIn = { id: 'back-squat', name: 'Barbell back squat', builtIn: true, changed: false };
    expect(shown(schema, { exercises: [own, builtIn, { ...builtIn, name: 'Nina squat', changed: true }] })).toEqual({
      exercises: [{ ...own, name: 'Exercise 5c6d' }, builtIn, { ...builtIn, name: 'Back squat', changed: true }],
    });
  });
});

describe('requireNoHiddenTexts', () => {
  const schema = z.object({ coachId: id, q: z.string().default(''), sort: z.enum(['newest', 'name']).optional() });
  it('refuses texts to look for, and orders by a text', () => {
    expect(() => requireNoHiddenTexts(schema, { coachId: first, q: 'Nina' })).toThrow(HIDDEN);
    expect(() => requireNoHiddenTexts(schema, { coachId: first, sort: 'name' })).toThrow(HIDDEN);
    expect(() => requireNoHiddenTexts(z.unknown(), { anything: 'Nina' })).toThrow(HIDDEN);
  });
  it('accepts ids, fixed choices and empty texts', () => {
    requireNoHiddenTexts(schema, { coachId: first, q: '', sort: 'newest' });
    requireNoHiddenTexts(undefined, undefined);
  });
});
