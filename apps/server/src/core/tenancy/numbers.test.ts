import { describe, expect, it } from 'vitest';
import { hidesNumbers, withoutNumbers } from './numbers.ts';

describe('an answer to a client whose numbers are off', () => {
  it('has null for calories, grams of food, macros, body weight and BMI, however deep', () => {
    const answer = {
      day: '2026-03-02',
      target: { kcal: 2100, proteinG: 140, fat: 70, fibre: 30, sodiumMg: 900 },
      meals: [{ name: 'Porridge', portions: [{ name: '1 bowl', grams: 250 }], kcal: 340 }],
      startWeightKg: 82,
      bmi: 24.1,
      bodyFat: 22,
      at: new Date(0),
    };
    expect(withoutNumbers('foodlogs.getOwnDay', answer)).toEqual({
      day: '2026-03-02',
      target: { kcal: null, proteinG: null, fat: null, fibre: null, sodiumMg: null },
      meals: [{ name: 'Porridge', portions: [{ name: '1 bowl', grams: null }], kcal: null }],
      startWeightKg: null,
      bmi: null,
      bodyFat: null,
      at: new Date(0),
    });
  });

  it('keeps training loads and numbers of other kinds', () => {
    const log = { sets: [{ weightKg: 60, reps: 8 }], volumeKg: 480 };
    expect(withoutNumbers('workouts.getOwnLog', log)).toEqual(log);
    const status = { streak: 4, energy: 7, done: 3, quantity: 1.5, heightCm: 170 };
    expect(withoutNumbers('dashboard.getClientDashboard', status)).toEqual(status);
  });

  it('is one to a client with numbers off, and to no one else', () => {
    const relationship = (numbersOff: boolean) => ({ numbersOff }) as never;
    expect(hidesNumbers({ actor: { role: 'Client', relationship: relationship(true) } })).toBe(true);
    expect(hidesNumbers({ actor: { role: 'Client', relationship: relationship(false) } })).toBe(false);
    expect(hidesNumbers({ actor: { role: 'Client', relationship: null } })).toBe(false);
    expect(hidesNumbers({ actor: { role: 'Coach-Pro', relationship: null } })).toBe(false);
    expect(hidesNumbers({})).toBe(false);
    expect(hidesNumbers(null)).toBe(false);
  });
});
