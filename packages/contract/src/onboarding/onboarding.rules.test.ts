import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../time.ts';
import {
  CLEARANCES,
  HEALTH_RESPONSES,
  HEALTH_TOPICS,
  type HealthAnswer,
  type HealthAnswers,
  type HealthTopic,
  healthFindings,
  needsNumbersOff,
  SCOFF_ITEMS,
  type ScoffAnswers,
  scoffCount,
  scoffFindings,
  textFindings,
  weightFindings,
  withEveryTopic,
} from './onboarding.health.rules.ts';
import { adjacentStep, isAdult, isSetUp, missingSteps, parseInvitees, SETUP_TASKS } from './onboarding.rules.ts';
import { ONBOARDING_STEPS } from './onboarding.steps.rules.ts';
import { healthAnswers } from './onboarding.ts';

const NO: HealthAnswer = { said: 'no', details: '', cleared: null };
const answersWith = (changes: Partial<HealthAnswers>): HealthAnswers => ({
  ...(Object.fromEntries(HEALTH_TOPICS.map((topic) => [topic, NO])) as Record<HealthTopic, HealthAnswer>),
  ...changes,
});
const yes = (cleared: HealthAnswer['cleared']): HealthAnswer => ({ said: 'yes', details: '', cleared });
const anyAnswer = fc.record({
  said: fc.constantFrom(...HEALTH_RESPONSES),
  details: fc.string({ maxLength: 40 }),
  cleared: fc.constantFrom(...CLEARANCES),
});
const anyAnswers = fc.record(
  Object.fromEntries(HEALTH_TOPICS.map((topic) => [topic, anyAnswer])) as Record<HealthTopic, typeof anyAnswer>,
);

describe('findings', () => {
  it('are there for everything but a no, the most serious first', () => {
    fc.assert(
      fc.property(anyAnswers, (answers) => {
        const findings = healthFindings(answers);
        expect(findings).toHaveLength(HEALTH_TOPICS.filter((topic) => answers[topic].said !== 'no').length);
        const ranks = findings.map(({ level }) => ['refer', 'care', 'ask'].indexOf(level));
        expect(ranks).toEqual([...ranks].sort());
      }),
    );
    expect(healthFindings(answersWith({}))).toEqual([]);
  });

  it('refer what must not be trained before a doctor has agreed', () => {
    for (const topic of [
      'heart',
      'chest_pain',
      'dizziness',
      'supervised',
      'pregnancy',
      'eating',
      'insulin',
      'weight_loss',
    ] as const) {
      for (const cleared of ['no', 'unsure'] as const) {
        expect(healthFindings(answersWith({ [topic]: yes(cleared) }))[0]?.level, topic).toBe('refer');
      }
      // Clearance keeps the finding.
      expect(healthFindings(answersWith({ [topic]: yes('yes') }))[0]?.level, topic).toBe('care');
    }
    expect(healthFindings(answersWith({ pregnancy: yes('yes') }))[0]?.advice).toContain('No calorie deficit');
    expect(healthFindings(answersWith({ chest_pain: { ...NO, said: 'unsaid' } }))[0]?.level).toBe('ask');
  });

  it('read older answers, and leave open what they were not asked', () => {
    const { weight_loss: _, ...older } = answersWith({ heart: yes('yes') });
    const findings = healthFindings(withEveryTopic(older));
    expect(findings.map(({ label, level }) => [label, level])).toEqual([
      ['Heart or blood pressure', 'care'],
      ['Unintended weight loss', 'ask'],
    ]);
  });

  it.each([
    'I make myself sick after dinner',
    'sometimes laxatives',
    'I have thought about suicide',
    'I don’t want to live like this, I do not want to live',
    'Self-harm when I was young',
    'Some days I wish I was dead',
    'I would be better off dead',
    'I think of taking my own life',
  ])('detect alarming text: %s', (text) => {
    expect(textFindings(['Run 10 km', text])).toMatchObject([{ level: 'refer', details: text }]);
  });

  it.each([
    'I hurt myself skiing and it still hurts',
    'I cut sugar, and live well',
    'Throwing up the ball hurts my shoulder',
    'Sick of diets',
  ])('ignore harmless text: %s', (text) => {
    expect(textFindings([text])).toEqual([]);
  });

  it('block weights that are too low, now and as a goal', () => {
    const of = (startWeightKg: number | null, goalWeightKg: number | null, heightCm: number | null = 170) =>
      weightFindings({ heightCm, startWeightKg, goalWeightKg }).map(({ label }) => label);
    expect(of(80, 70)).toEqual([]);
    expect(of(80, 53)).toEqual(['Low goal weight']);
    expect(of(53, null)).toEqual(['Low weight']);
    expect(of(53, 50, null)).toEqual([]);
  });
});

describe('the questions about eating', () => {
  const anyScoff = fc.record(
    Object.fromEntries(SCOFF_ITEMS.map((item) => [item, fc.constantFrom(...HEALTH_RESPONSES)])) as Record<
      keyof ScoffAnswers,
      fc.Arbitrary<ScoffAnswers['sick']>
    >,
  );

  it('refer and hide numbers from the second yes on, and say nothing where they were not asked', () => {
    fc.assert(
      fc.property(anyScoff, (scoff) => {
        const isHigh = Object.values(scoff).filter((said) => said === 'yes').length >= 2;
        expect(needsNumbersOff(answersWith({}), scoff)).toBe(isHigh);
        expect(scoffFindings(scoff).map(({ level }) => level)).toEqual(isHigh ? ['refer'] : []);
      }),
    );
    expect(scoffCount(null)).toBeNull();
    expect([scoffFindings(null), needsNumbersOff(answersWith({}), null)]).toEqual([[], false]);
  });
});

describe('answers', () => {
  it('carry what belongs to a yes only with a yes, which says whether a doctor agreed', () => {
    const unsaid = healthAnswers.parse(answersWith({ heart: { said: 'unsaid', details: 'x', cleared: 'no' } }));
    expect(unsaid.heart).toEqual({ said: 'unsaid', details: '', cleared: null });
    expect(healthAnswers.safeParse(answersWith({ heart: yes(null) })).success).toBe(false);
  });
});

describe('the age', () => {
  it('is 18 from the birthday on', () => {
    expect(isAdult('2008-11-21', '2026-11-21')).toBe(true);
    expect(isAdult('2008-11-22', '2026-11-21')).toBe(false);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6000 }), (days) => {
        expect(isAdult(addDays('2026-11-21', -days), '2026-11-21')).toBe(false);
      }),
    );
    expect(isAdult('2027-01-01', '2026-11-21')).toBe(false);
  });
});

describe('the steps', () => {
  it('go forth and back, and end at their ends', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ONBOARDING_STEPS.slice(0, -1)), (step) => {
        expect(adjacentStep(ONBOARDING_STEPS, adjacentStep(ONBOARDING_STEPS, step, 1), -1)).toBe(step);
      }),
    );
    expect([adjacentStep(ONBOARDING_STEPS, 'start', -1), adjacentStep(ONBOARDING_STEPS, 'review', 1)]).toEqual([
      'start',
      'review',
    ]);
  });

  it('that are missing are named', () => {
    const today = '2026-11-21';
    const all = { dateOfBirth: '1990-02-03', consent: true, health: true };
    expect(missingSteps(all, today)).toEqual([]);
    expect(missingSteps({ ...all, dateOfBirth: null }, today)).toEqual(['start']);
    expect(missingSteps({ ...all, dateOfBirth: '2015-01-01', health: false }, today)).toEqual(['start', 'health']);
  });
});

describe('invitees', () => {
  it('are read from what people paste, each once', () => {
    expect(parseInvitees('nina.park@example.com, "Sam O" <SAM@example.com>;\n nina.park@example.com\nunknown')).toEqual(
      {
        invitees: [
          { email: 'nina.park@example.com', fullName: 'Nina Park' },
          { email: 'sam@example.com', fullName: 'Sam O' },
        ],
        unread: ['unknown'],
      },
    );
  });

  it.each([
    ['Nina Park nina@example.com', 'Nina Park'],
    ['Nina Park\tnina@example.com', 'Nina Park'],
    ['Nina Park, nina@example.com', 'Nina Park'],
    ['"Park, Nina" <nina@example.com>', 'Nina'],
    ['<nina@example.com>', 'Nina'],
    ['nina@example.com', 'Nina'],
  ])('have the name in front of the address: %j', (line, fullName) =>
    expect(parseInvitees(line).invitees).toEqual([{ email: 'nina@example.com', fullName }]),
  );

  it('keep a name without an address for correction', () =>
    expect(parseInvitees('Nina Park\nSam sam@example.com, Zoe')).toEqual({
      invitees: [{ email: 'sam@example.com', fullName: 'Sam' }],
      unread: ['Nina Park', 'Zoe'],
    }));

  it('never get lost: every entry is an invitee or unread', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 30 })), (entries) => {
        const { invitees, unread } = parseInvitees(entries.join('\n'));
        for (const { email, fullName } of invitees) {
          expect(email).toContain('@');
          expect(fullName.trim()).not.toBe('');
        }
        const given = entries
          .join('\n')
          .split(/[\n,;]+/u)
          .filter((entry) => entry.trim());
        expect(new Set(invitees.map(({ email }) => email)).size).toBe(invitees.length);
        expect(invitees.length + unread.length).toBeLessThanOrEqual(given.length);
        if (given.length > 0) expect(invitees.length + unread.length).toBeGreaterThan(0);
      }),
    );
  });
});

it('a coach is set up when nothing is left', () => {
  const done = { verified: true, profile: true, photo: true, availability: true, template: true, invited: true };
  expect(isSetUp(done)).toBe(true);
  for (const { fact } of SETUP_TASKS) expect(isSetUp({ ...done, [fact]: false })).toBe(false);
});
