import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillText, firstNameOf, stepsProblem, textProblem } from './flows.rules.ts';
import { flowInput } from './flows.ts';

const values = { firstName: 'Nina', coachName: 'Sam Hill', days: '9' };

describe('a text', () => {
  it.each([
    ['Hi {firstName}, it is {coachName}. {days} days!', 'Hi Nina, it is Sam Hill. 9 days!'],
    ['{first name} { FIRSTNAME }', 'Nina Nina'],
    ['Without any', 'Without any'],
  ])('%s is filled in', (text, filled) => {
    expect(textProblem(text)).toBeNull();
    expect(fillText(text, values)).toBe(filled);
  });

  it.each([
    ['Hi {name}', '{name} is not a placeholder'],
    ['Hi {}', '{} is not a placeholder'],
    ['Hi {constructor}', '{constructor} is not a placeholder'],
    ['Hi {firstName', 'A brace is open'],
    ['Hi }', 'A brace is open'],
    ['{days}'.repeat(21), 'at most 20 placeholders'],
  ])('%s is refused', (text, problem) => {
    expect(textProblem(text)).toContain(problem);
  });

  it('keeps placeholders and dollar signs within names as they are', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(fillText('{firstName}!', { ...values, firstName: `{days}$&${name}` })).toBe(`{days}$&${name}!`);
      }),
    );
  });

  it('takes the first name from a full one', () => {
    expect(['Nina Park', '  Nina  Park', 'Nina', ''].map(firstNameOf)).toEqual(['Nina', 'Nina', 'Nina', '']);
  });
});

describe('steps', () => {
  const message = (id: string) => ({ id, kind: 'message' as const });
  const wait = (id: string, days: number) => ({ id, kind: 'wait' as const, days });

  it.each([
    ['one message', [message('1')]],
    ['a second one after a week', [message('1'), wait('2', 7), message('3')]],
    [
      'a week in two waits',
      [message('1'), wait('2', 3), { id: '3', kind: 'condition' as const, days: 9 }, wait('4', 4), message('5')],
    ],
    ['a wait before the first one', [wait('1', 1), message('2')]],
  ])('can be %s', (_, steps) => {
    expect(stepsProblem(steps)).toBeNull();
  });

  it.each([
    ['none', [], 'The last step must be a message'],
    ['a wait at the end', [message('1'), wait('2', 7)], 'The last step must be a message'],
    ['two messages at once', [message('1'), message('2')], 'at least 7 days'],
    ['a short wait', [message('1'), wait('2', 6), message('3')], 'at least 7 days'],
    ['one id twice', [message('1'), wait('1', 7), message('3')], 'own id'],
  ])('cannot be %s', (_, steps, problem) => {
    expect(stepsProblem(steps)).toContain(problem);
  });
});

describe('a rule', () => {
  const rule = {
    name: 'Away',
    trigger: { of: 'activity', days: 7 },
    steps: [{ id: '01890a5d-ac96-774b-bcce-b302099a8057', kind: 'message', text: 'Hi' }],
    quiet: { from: 21, until: 8 },
    holdOut: 0,
    isOn: true,
  };
  it.each([
    ['as it is', {}, true],
    ['with a longer night', { quiet: { from: 18, until: 10 } }, true],
    ['with a shorter evening', { quiet: { from: 22, until: 8 } }, false],
    ['with an earlier morning', { quiet: { from: 21, until: 7 } }, false],
    ['with a share held out', { holdOut: 10 }, true],
    ['with too small a share', { holdOut: 9 }, false],
    ['with too large a share', { holdOut: 21 }, false],
    ['with a day of silence', { trigger: { of: 'activity', days: 1 } }, false],
    ['with another silence', { trigger: { of: 'weight', days: 7 } }, false],
    ['with ten steps', { steps: Array.from({ length: 10 }, () => rule.steps[0]) }, false],
  ])('%s', (_, changes, isValid) => {
    expect(flowInput.safeParse({ ...rule, ...changes }).success).toBe(isValid);
  });
});
