import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { form as formSchema } from './checkins.answers.rules.ts';
import {
  type Answer,
  type Answers,
  BUILT_IN_QUESTIONS,
  builtInAnswers,
  checkAnswers,
  FORM_LIMITS,
  formProblems,
  MEASUREMENT_SITES,
  matchingAnswer,
  metricsOf,
  migrateAnswers,
  PHOTO_SLOTS,
  photosOfAnswers,
  type Question,
  questionsAbout,
  trimAnswers,
} from './checkins.forms.rules.ts';
import { question as questionSchema } from './checkins.questions.rules.ts';

const word = fc.stringMatching(/^[a-z]{1,12}$/);
const common = (id: string) => ({
  id: fc.constant(id),
  label: word,
  help: fc.constant(''),
  required: fc.boolean(),
});
const anyQuestion = (id: string): fc.Arbitrary<Question> =>
  fc.oneof(
    fc.record({
      ...common(id),
      type: fc.constant('number' as const),
      unit: word,
      min: fc.integer({ min: -50, max: 0 }),
      max: fc.integer({ min: 1, max: 500 }),
      metric: fc.constant(null),
    }),
    fc
      .record({ ...common(id), steps: fc.integer({ min: 1, max: 20 }), step: fc.integer({ min: 1, max: 5 }) })
      .map(({ steps, step, ...rest }) => ({
        ...rest,
        type: 'scale' as const,
        min: 0,
        max: steps * step,
        step,
        minLabel: '',
        maxLabel: '',
        metric: null,
      })),
    fc.record({
      ...common(id),
      type: fc.constant('choice' as const),
      options: fc.uniqueArray(word, { minLength: 2, maxLength: 6 }),
      several: fc.boolean(),
    }),
    fc.record({ ...common(id), type: fc.constant('text' as const), long: fc.boolean() }),
    fc.record({
      ...common(id),
      required: fc.constant(false),
      type: fc.constant('photo' as const),
      slots: fc.subarray([...PHOTO_SLOTS], { minLength: 1 }),
    }),
    fc.record({
      ...common(id),
      type: fc.constant('measurements' as const),
      sites: fc.subarray([...MEASUREMENT_SITES], { minLength: 1 }),
    }),
  );
const anyForm = fc
  .integer({ min: 1, max: 6 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => anyQuestion(`q${index}`))));

const FILE = '0190a5a0-0000-7000-8000-00000000000a';

function rightAnswer(question: Question): fc.Arbitrary<Answer> {
  switch (question.type) {
    case 'number':
      return fc.integer({ min: question.min, max: question.max });
    case 'scale':
      return fc
        .integer({ min: 0, max: (question.max - question.min) / question.step })
        .map((steps) => question.min + steps * question.step);
    case 'choice':
      return fc.subarray(question.options, { minLength: 1, maxLength: question.several ? question.options.length : 1 });
    case 'text':
      return fc.stringMatching(/^[a-z][a-z ]{0,99}$/);
    case 'photo':
      return fc
        .subarray(question.slots, { minLength: 1 })
        .map((slots) => slots.map((slot) => ({ slot, fileId: FILE })));
    case 'measurements':
      return fc
        .subarray(question.sites, { minLength: 1 })
        .map((sites) => Object.fromEntries(sites.map((site) => [site, 80])));
  }
}

/** Answer that no question of this type accepts. */
function wrongAnswer(question: Question): Answer {
  switch (question.type) {
    case 'number':
      return question.max + 1;
    case 'scale':
      return question.max + question.step;
    case 'choice':
      return ['NOT AN OPTION'];
    case 'text':
      return 'x'.repeat(FORM_LIMITS.longText + 1);
    case 'photo':
      return [
        { slot: question.slots[0] ?? 'front', fileId: FILE },
        { slot: question.slots[0] ?? 'front', fileId: FILE },
      ];
    case 'measurements':
      return { [question.sites[0] ?? 'waist']: 1000 };
  }
}

const answeredForm = anyForm.chain((questions) =>
  fc
    .tuple(...questions.map((question) => fc.tuple(fc.constant(question.id), rightAnswer(question))))
    .map((entries) => ({ questions, answers: Object.fromEntries(entries) as Answers })),
);

describe('checkAnswers', () => {
  it('passes what was built from the form', () => {
    fc.assert(
      fc.property(answeredForm, ({ questions, answers }) => {
        expect(formProblems(questions)).toEqual([]);
        expect(formSchema.parse({ templateId: null, version: 0, name: 'x', questions }).questions).toEqual(questions);
        expect(checkAnswers(questions, answers)).toEqual({});
        expect(checkAnswers(questions, trimAnswers(answers))).toEqual({});
      }),
    );
  });

  it('names each violation at its question, and no other', () => {
    fc.assert(
      fc.property(answeredForm, fc.nat(), ({ questions, answers }, pick) => {
        const question = questions[pick % questions.length];
        if (!question) throw new Error('a form has a question');
        const problems = checkAnswers(questions, { ...answers, [question.id]: wrongAnswer(question) });
        expect(Object.keys(problems)).toEqual([question.id]);
      }),
    );
  });

  it('asks for what is required and for nothing else', () => {
    fc.assert(
      fc.property(anyForm, (questions) => {
        const asked = questions.filter(({ required }) => required).map(({ id }) => id);
        expect(Object.keys(checkAnswers(questions, {})).sort()).toEqual(asked.sort());
      }),
    );
  });

  it('refuses an answer of another kind', () => {
    const kinds: Answer[] = [1, 'x', ['x'], [{ slot: 'front', fileId: FILE }], { waist: 80 }];
    const right = { number: 1, scale: 1, text: 1, choice: 1, photo: 1, measurements: 1 };
    fc.assert(
      fc.property(anyQuestion('q'), (question) => {
        const taken = kinds.filter((answer) => Object.keys(checkAnswers([question], { q: answer })).length === 0);
        expect(taken.length).toBeLessThanOrEqual(right[question.type]);
      }),
    );
  });

  it.each(['constructor', 'toString', '__proto__', 'unknown'])('refuses an answer to the unknown question %s', (id) => {
    const answers = JSON.parse(`{"${id}": 3}`) as Answers;
    expect(Object.keys(checkAnswers([...BUILT_IN_QUESTIONS], { adherence: 80, energy: 3, ...answers }))).toEqual([id]);
  });

  it('does not take an inherited property for an answer', () => {
    const question: Question = {
      id: 'constructor',
      type: 'text',
      label: 'Why?',
      help: '',
      required: true,
      long: false,
    };
    expect(checkAnswers([question], {})).toEqual({ constructor: 'Please answer this' });
  });
});

describe('the built-in form', () => {
  const values = fc.record({
    weightKg: fc.option(fc.integer({ min: 20, max: 400 })),
    adherence: fc.integer({ min: 0, max: 20 }).map((steps) => steps * 5),
    energy: fc.integer({ min: 1, max: 5 }),
    sleepHours: fc.option(fc.integer({ min: 0, max: 96 }).map((quarters) => quarters / 4)),
    note: fc.stringMatching(/^[a-z]{0,20}$/),
  });

  it('can be asked, and its answers are the columns and back', () => {
    expect(formProblems(BUILT_IN_QUESTIONS)).toEqual([]);
    for (const asked of BUILT_IN_QUESTIONS) expect(questionSchema.parse(asked)).toEqual(asked);
    fc.assert(
      fc.property(values, (row) => {
        const answers = builtInAnswers(row);
        expect(checkAnswers(BUILT_IN_QUESTIONS, answers)).toEqual({});
        const { note, ...metrics } = row;
        // The built-in form does not ask about nutrition.
        expect(metricsOf(BUILT_IN_QUESTIONS, answers)).toEqual({ ...metrics, nutrition: null });
        expect(answers.note ?? '').toBe(note);
      }),
    );
  });

  it('reads the answer about nutrition like the one about the plan', () => {
    const [adherence] = BUILT_IN_QUESTIONS.filter(({ id }) => id === 'adherence');
    if (adherence?.type !== 'scale') throw new Error('the built-in form asks about the plan with a scale');
    const asked: Question = { ...adherence, id: 'food', label: 'How much of your meal plan did you follow?' };
    const form = [adherence, { ...asked, metric: 'nutrition' as const }];
    expect(questionSchema.parse(form[1])).toEqual(form[1]);
    expect(metricsOf(form, { adherence: 90, food: 65 })).toMatchObject({ adherence: 90, nutrition: 65 });
    expect(metricsOf(form, { adherence: 90 })).toMatchObject({ nutrition: null });
  });

  it.each([
    ['weight', 19.9],
    ['weight', 400.1],
    ['weight', Number.NaN],
    ['adherence', 101],
    ['adherence', 3],
    ['energy', 0],
    ['energy', 2.5],
    ['sleep', 7.1],
    ['sleep', 25],
  ])('refuses %s of %d', (id, value) => {
    expect(Object.keys(checkAnswers(BUILT_IN_QUESTIONS, { adherence: 80, energy: 3, [id]: value }))).toEqual([id]);
  });
});

describe('matchingAnswer', () => {
  it('finds the same question, and what feeds the same chart in another form', () => {
    const [weight] = BUILT_IN_QUESTIONS;
    if (!weight) throw new Error('the built-in form asks for the weight');
    const other = { ...weight, id: 'other' };
    expect(matchingAnswer(weight, BUILT_IN_QUESTIONS, { weight: 80 })).toBe(80);
    expect(matchingAnswer(other, BUILT_IN_QUESTIONS, { weight: 80 })).toBe(80);
    expect(matchingAnswer({ ...other, metric: null } as Question, BUILT_IN_QUESTIONS, { weight: 80 })).toBeUndefined();
  });
});

describe('migrateAnswers', () => {
  it('loses nothing, and what it moves can be sent where it fits', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('weight', 'energy', 'note', 'gone'), fc.oneof(fc.integer(), word)),
        (given) => {
          const { answers, left } = migrateAnswers(BUILT_IN_QUESTIONS, given);
          expect({ ...answers, ...left }).toEqual(given);
          expect(Object.keys(answers).filter((id) => Object.hasOwn(left, id))).toEqual([]);
          const problems = checkAnswers(BUILT_IN_QUESTIONS, answers);
          expect(Object.keys(answers).filter((id) => Object.hasOwn(problems, id))).toEqual([]);
        },
      ),
    );
  });
});

describe('photosOfAnswers', () => {
  it('names the question of each photo and leaves chosen options out', () => {
    const photo = { slot: 'front' as const, fileId: '0198c2f0-0000-7000-8000-000000000001' };
    expect(photosOfAnswers({ look: [photo], mood: ['Good'], note: 'x', weight: 80 })).toEqual([
      { ...photo, questionId: 'look' },
    ]);
  });
});

describe('questions that a coach answers for a client', () => {
  it('speak of the client where they are built in, and stay as typed where a coach wrote them', () => {
    const texts = questionsAbout('Nina', BUILT_IN_QUESTIONS).flatMap(({ label, help }) => [label, help]);
    expect(texts).toContain('How much of the plan did Nina do?');
    for (const text of texts) expect(text).not.toMatch(/\byour?\b/i);
    const [own] = BUILT_IN_QUESTIONS.map((question) => ({ ...question, label: 'How did you sleep?', help: '' }));
    expect(own && questionsAbout('Nina', [own])).toEqual([own]);
  });
});
