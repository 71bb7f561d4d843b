import type { NumberQuestion, Question, TextQuestion } from '@stridewell/contract/checkins/checkins.forms.rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerColumns } from './checkins.table.ts';

const number = (id: string, changes: Partial<NumberQuestion> = {}): NumberQuestion => ({
  id,
  type: 'number',
  label: id,
  help: '',
  required: false,
  unit: '',
  min: 0,
  max: 100,
  metric: null,
  ...changes,
});
const text = (id: string, label = id): TextQuestion => ({
  id,
  type: 'text',
  label,
  help: '',
  required: false,
  long: true,
});
const shapeOf = (columns: ReturnType<typeof answerColumns>) =>
  columns.map(({ question, current, cells }) => [
    question.id,
    current,
    cells.map((cell) => (cell.question ? (cell.answer ?? 'open') : 'not asked')),
  ]);

describe('answers over time', () => {
  it('tell an open answer from a question that was not asked, and put removed questions last', () => {
    const columns = answerColumns([
      { questions: [number('steps'), text('week')], answers: { steps: 8 } },
      { questions: [text('week'), text('sleep')], answers: { week: 'Fine', sleep: 'Badly' } },
    ]);
    expect(shapeOf(columns)).toEqual([
      ['steps', true, [8, 'not asked']],
      ['week', true, ['open', 'Fine']],
      ['sleep', false, ['not asked', 'Badly']],
    ]);
  });

  it('follow a metric into another form, and never mix two types under one id', () => {
    const columns = answerColumns([
      { questions: [number('a', { metric: 'weight_kg' }), number('b')], answers: { a: 80, b: 3 } },
      { questions: [text('b'), number('c', { metric: 'weight_kg' })], answers: { b: 'Three', c: 81 } },
    ]);
    expect(shapeOf(columns)).toEqual([
      ['a', true, [80, 81]],
      ['b', true, [3, 'not asked']],
      ['b', false, ['not asked', 'Three']],
    ]);
  });

  it('keep the column of the same id when another question has its metric', () => {
    const columns = answerColumns([
      { questions: [number('a', { metric: 'weight_kg' })], answers: { a: 80 } },
      { questions: [number('b', { metric: 'weight_kg' }), number('a')], answers: { a: 5, b: 81 } },
    ]);
    expect(shapeOf(columns)).toEqual([
      ['a', true, [80, 5]],
      ['b', false, ['not asked', 81]],
    ]);
  });

  it('name the wordings of before once', () => {
    const [column] = answerColumns(
      ['Now', 'Before', 'First', 'Before', 'Now'].map((label) => ({ questions: [text('week', label)], answers: {} })),
    );
    expect(column?.question.label).toBe('Now');
    expect(column?.earlierLabels).toEqual(['Before', 'First']);
  });

  it('show each answer exactly once, whatever the forms were', () => {
    const question = fc.record({
      id: fc.constantFrom('a', 'b', 'c'),
      metric: fc.constantFrom(null, 'weight_kg' as const),
    });
    const form = fc.uniqueArray(question, { selector: ({ id }) => id, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(form, { maxLength: 5 }), (forms) => {
        const checkIns = forms.map((questions, index) => {
          const asked: Question[] = questions.map(({ id, metric }) => number(id, { metric }));
          return { questions: asked, answers: Object.fromEntries(asked.map(({ id }) => [id, `${index}${id}`])) };
        });
        const shown = answerColumns(checkIns).flatMap(({ cells }) =>
          cells.flatMap(({ answer }) => (answer === undefined ? [] : [answer])),
        );
        const given = checkIns.flatMap(({ answers }) => Object.values(answers));
        expect(shown.map(String).sort()).toEqual(given.map(String).sort());
      }),
    );
  });
});
